-- What a Neovim without any settings makes of a faulty record: run by test_lsp_sessions.py, which reads what is
-- written into the file named by KOTRA_ANSWERS.
local answers = {}
local buffer = vim.api.nvim_get_current_buf()
local id = vim.lsp.start_client({
  name = "kotra",
  cmd = { vim.env.KOTRA_PYTHON, "-m", "kotra_notation", "lsp" },
  root_dir = vim.fn.getcwd(),
})
vim.lsp.buf_attach_client(buffer, id)
local client = vim.lsp.get_client_by_id(id)

local function wait(what)
  return vim.wait(30000, what, 20)
end

local function ask(method, params)
  params.textDocument = vim.lsp.util.make_text_document_params(buffer)
  local all = vim.lsp.buf_request_sync(buffer, method, params, 30000) or {}
  return all[id] and all[id].result
end

local function codes()
  return vim.tbl_map(function(one)
    return (one.user_data and one.user_data.lsp and one.user_data.lsp.code) or one.code
  end, vim.diagnostic.get(buffer))
end

answers.found = wait(function()
  return #vim.diagnostic.get(buffer) > 0
end)
answers.codes = codes()
local first = vim.diagnostic.get(buffer)[1]
answers.line, answers.column = first.lnum, first.col
answers.hover = ask("textDocument/hover", { position = { line = first.lnum, character = first.col } }).contents.value

local row = tonumber(vim.env.KOTRA_ROW)
local line = vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1]
local plays = ask("textDocument/completion", { position = { line = row, character = tonumber(vim.env.KOTRA_COLUMN) } })
answers.plays = vim.tbl_map(function(one)
  return one.label
end, plays.items)

local here = { line = first.lnum, character = first.col }
local shown = vim.lsp.diagnostic.get_line_diagnostics and vim.lsp.diagnostic.get_line_diagnostics(buffer, first.lnum) or {}
local actions = ask("textDocument/codeAction", {
  range = { start = here, ["end"] = here },
  context = { diagnostics = shown },
})
answers.title = actions[1].title
vim.lsp.util.apply_workspace_edit(actions[1].edit, client.offset_encoding or "utf-16")
answers.mended = wait(function()
  return #vim.diagnostic.get(buffer) == 0
end)
answers.text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n") .. "\n"

vim.api.nvim_buf_set_lines(buffer, row, row + 1, false, { (line:gsub("^%s+", "    ")) })
local edits = ask("textDocument/formatting", { options = { tabSize = 4, insertSpaces = true } })
vim.lsp.util.apply_text_edits(edits, buffer, client.offset_encoding or "utf-16")
answers.straight = vim.trim("|" .. vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1]) == vim.trim("|" .. line)

local file = assert(io.open(vim.env.KOTRA_ANSWERS, "w"))
file:write(vim.fn.json_encode(answers))
file:close()
vim.lsp.stop_client(id)
vim.cmd("qall!")
