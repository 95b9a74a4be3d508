// The class's file with the names that only this browser knows. RFC 4180 in and out.

/** The rows of a file; a quote that is never closed ends with the file. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endRow = () => {
    rows.push([...row, cell]);
    row = [];
    cell = '';
  };
  for (let i = text.startsWith('\ufeff') ? 1 : 0; i < text.length; ++i) {
    const sign = text[i]!;
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[i + 1] === '"') cell += text[++i];
      else quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === ',') {
      row.push(cell);
      cell = '';
    } else if (sign === '\n') endRow();
    else if (sign !== '\r' || text[i + 1] !== '\n') cell += sign;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}

const quotedCell = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
/** A cell that a spreadsheet would take for a formula begins with an apostrophe. */
const plainCell = (cell: string): string => (/^[=+\-@＝＋－＠\t\r]/.test(cell) ? `'${cell}` : cell);

/** The same file with a column `name` behind `alias`; without a roster it stays as it is. */
export function withNames(text: string, roster: Record<string, string>): string {
  if (Object.keys(roster).length === 0) return text;
  const [head, ...rows] = readCsv(text);
  const at = head?.indexOf('alias') ?? -1;
  if (!head || at < 0) return text;
  const put = (row: string[], cell: string) => [...row.slice(0, at + 1), cell, ...row.slice(at + 1)].map(quotedCell).join(',');
  const nameOf = (alias = '') => (Object.hasOwn(roster, alias) ? plainCell(roster[alias]!) : '');
  const bom = text.startsWith('\ufeff') ? '\ufeff' : '';
  return bom + [put(head, 'name'), ...rows.map((row) => put(row, nameOf(row[at])))].map((line) => `${line}\r\n`).join('');
}
