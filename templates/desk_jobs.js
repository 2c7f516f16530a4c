// What the page asks of the desk, one job after the other; behind one that fails none of those that wait. When all are
// done the page is `settled`; `show` and `object` are of the page, too.
let chain = Promise.resolve(), epoch = 0, waiting = 0;
// Asks the desk within a job, which ends where its match was left meanwhile.
const LEFT = new Error("left");
async function inquire(path, body) {
  const mine = epoch;
  const answer = await ask(path, body).catch(error => { throw mine === epoch ? error : LEFT; });
  if (mine !== epoch) throw LEFT;
  return answer;
}
function later(job) {
  const mine = epoch;
  waiting++;
  one(".written").setAttribute("aria-busy", true);
  chain = chain.then(() => mine === epoch ? job() : null).catch(failed).finally(() => {
    waiting--;
    if (waiting) return;
    one(".written").removeAttribute("aria-busy");
    settled();
  });
  return chain;
}
function failed(error) {
  if (error === LEFT || !record) return;
  epoch++;
  show();
  object(error.told ? error : Object.assign(new Error(say("silent")), {cause: error}));
  if (!error.told && !(error instanceof TypeError)) console.error(error);
}
const hear = words => { one(".said").textContent = words; };
