SELECT player, engine, levels, matches, decisions, faults, blunders, loss, pr, pr_error
FROM ratings
ORDER BY engine, pr NULLS LAST, player;
