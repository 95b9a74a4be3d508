// Reads the exercises, answers and claims of a plan back from its sheets, as a person would, and asks an adder, the
// engine or the program, whether they are right. It knows nothing of how they were made.

/** What a word makes in a group. */
export type Adder = (group: string, word: string) => string;

export interface Printed {
  kind: string;
  /** What stands there, without the table or the lines. */
  question: string;
  lines: string[];
  table: string[][];
  answer: string;
}

const suits: Record<string, string> = { '♥': 'h', '♠': 's', '♦': 'd', '♣': 'c' };
const typed = (text: string) => text.replace(/[\u2066-\u2069]/g, '').replace(/[♥♠♦♣]/g, (sign) => suits[sign]!).replace(/\s+/g, ' ').trim();

/** Run in the page: what two sheets show, number by number. */
export function readSheets(plan: string, root: ParentNode): Printed[] {
  const items = (what: string) => [...root.querySelectorAll(`[data-kind="plan-${plan}-${what}"] li[data-task]`)];
  const text = (node: Element | null | undefined) => (node?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const answers = items('answers');
  const asked = items('exercises');
  if (asked.length !== answers.length) throw new Error(`${asked.length} exercises and ${answers.length} answers`);
  return asked.map((item, i) => {
    const number = text(item.querySelector('.number'));
    if (number !== `${i + 1}.` || number !== text(answers[i]!.querySelector('.number'))) throw new Error(`numbers: ${number} at ${i + 1}`);
    const question = item.querySelector('.asked')!.cloneNode(true) as Element;
    const lines = [...question.querySelectorAll('.lines li')].map(text);
    const table = [...question.querySelectorAll('table tr')].map((row) => [...row.children].map(text));
    question.querySelectorAll('.lines, table').forEach((part) => part.remove());
    return { kind: item.getAttribute('data-task')!, question: text(question), lines, table, answer: text(answers[i]!.querySelector('.asked')) };
  });
}

const groupOf = (text: string): string => {
  const clock = /\b[cC]lock of (\d+)/.exec(text);
  return clock ? `Z${clock[1]}` : /\b[hsdc](10|[2-9AJQK])\b/.test(text) ? 'Z4xZ13' : 'Z2^3';
};
const listed = (text: string) => text.replace(/^\{(.*)\}$/, '$1').split(', ');
const sameSet = (a: string[], b: string[]) => a.length === b.length && new Set(a).size === a.length && a.every((name) => b.includes(name));

function isClosed(set: string[], group: string, sum: Adder): boolean {
  return set.every((a) => set.every((b) => set.includes(sum(group, `${a}+${b}`))));
}

/** The first thing that a table lacks, in the order in which the sheet asks. */
function verdictOn([head, ...rows]: string[][], sum: Adder): string {
  const names = head!.slice(1);
  const cells = rows.map((row) => row.slice(1));
  if (rows.some((row, i) => row[0] !== names[i])) return 'rows and columns have different names';
  const group = `magma:${names.join(',')};${cells.map((row) => row.join(',')).join('/')}`;
  const columns = names.map((_, j) => cells.map((row) => row[j]!));
  if (![...cells, ...columns].every((line) => sameSet(line, names))) return 'No: rows and columns.';
  if (!names.some((e) => names.every((a) => sum(group, `${e}*${a}`) === a && sum(group, `${a}*${e}`) === a))) return 'No: nothing is a do-nothing.';
  const free = names.every((a) => names.every((b) => names.every((c) => sum(group, `${a}*${b}*${c}`) === sum(group, `${a}*${sum(group, `${b}*${c}`)}`))));
  return free ? 'A group.' : 'No: brackets.';
}

function provedOn([head, ...rows]: string[][], proof: string): boolean {
  const at = (a: string, b: string) => rows.find((row) => row[0] === a)?.[head!.indexOf(b)];
  const neutral = /^(\w) is the do-nothing\.$/.exec(proof)?.[1];
  if (neutral !== undefined) return head!.slice(1).every((name) => at(neutral, name) === name && at(name, neutral) === name);
  const twice = /^The (row|column) of (\w) holds (\w) twice\.$/.exec(proof);
  if (twice) {
    const names = head!.slice(1);
    return names.filter((name) => (twice[1] === 'row' ? at(twice[2]!, name) : at(name, twice[2]!)) === twice[3]).length >= 2;
  }
  const brackets = /^\((\w)\*(\w)\)\*(\w) is (\w), but \1\*\(\2\*\3\) is (\w)\.$/.exec(proof);
  if (!brackets) return proof === '';
  const [, a, b, c, left, right] = brackets as unknown as string[];
  return left !== right && at(at(a!, b!)!, c!) === left && at(a!, at(b!, c!)!) === right;
}

/** Whether all of these are worth the same, and the last is one piece. */
const leads = (steps: string[], group: string, sum: Adder) => new Set(steps.map((step) => sum(group, step))).size === 1 && !steps.at(-1)!.includes('+');

const checks: Record<string, (printed: Printed, group: string, sum: Adder) => boolean> = {
  sum: ({ question, answer }, group, sum) => {
    const steps = answer.split(' = ');
    return steps.length > 1 && steps[0] === /^(\S+) =$/.exec(question)![1]! && leads(steps, group, sum);
  },
  missing: ({ question, answer }, group, sum) => {
    const [, known, target] = /^(\S+) [+*] = (\S+)(?: \(clock of \d+\))?$/.exec(question)!;
    const steps = answer.split(' = ');
    const given = steps[0]!.split('+');
    return steps.length > 1 && given.slice(0, -1).join('+') === known && steps.at(-1) === target && leads(steps, group, sum);
  },
  same: ({ question, answer }, group, sum) => {
    const [, left, right] = /^(\S+) and (\S+): the same\? /.exec(question)!;
    const [, gap, ...made] = /^(?:the same|no, (\S+) is missing): (\S+) = (\S+), (\S+) = (\S+)$/.exec(answer)!;
    if (made[0] !== left || made[2] !== right || made[1] !== sum(group, left!) || made[3] !== sum(group, right!)) return false;
    return gap === undefined ? made[1] === made[3] : made[1] !== made[3] && sum(group, `${left}+${gap}`) === made[3];
  },
  make: ({ question, answer }, group, sum) => {
    const [, target, hand, most] = /^Make (\S+) from (.+), with at most (\d+) of them\.$/.exec(question)!;
    const [, word, made] = /^(\S+) = (\S+), for example$/.exec(answer) as unknown as string[];
    const left = listed(hand!);
    const held = word!.split('+').every((name) => left.includes(name) && left.splice(left.indexOf(name), 1));
    return held && word!.split('+').length <= Number(most) && made === target && sum(group, word!) === target;
  },
  spot: ({ lines, answer }, _group, sum) => {
    const wrong = lines.flatMap((line, i) => {
      const [word, claim] = line.split(' = ');
      const made = sum(groupOf(line), word!);
      return made === claim ? [] : [`line ${i + 1}: ${word} = ${made}`];
    });
    return lines.length === 4 && wrong.length === 1 && wrong[0] === answer;
  },
  closed: ({ question, answer }, group, sum) => {
    const set = listed(/^Is (.+) closed\? /.exec(question)![1]!);
    if (answer === 'yes') return isClosed(set, group, sum);
    const [, word, made] = /^no: (\S+) = (\S+)$/.exec(answer)!;
    return word!.split('+').length === 2 && word!.split('+').every((name) => set.includes(name)) && sum(group, word!) === made && !set.includes(made!);
  },
  complete: ({ question, answer }, group, sum) => {
    const set = listed(/^(.+) and one more are closed\. /.exec(question)![1]!);
    const [, piece, word, made] = /^(\S+): (\S+) = (\S+)$/.exec(answer) as unknown as string[];
    const from = word!.split('+').every((name) => set.includes(name)) && sum(group, word!) === made && made === piece;
    return from && !set.includes(piece!) && isClosed([...set, piece!], group, sum);
  },
  coset: ({ question, answer }, group, sum) => {
    const [, piece, set] = /^Add (\S+) to each of (.+?)\.(?: \(clock of \d+\))?$/.exec(question)!;
    const [, by, row, coset] = /^(\S+) \+ (\{.*?\}) = (\{.*\})$/.exec(answer) as unknown as string[];
    const right = listed(set!).map((name) => sum(group, `${piece}+${name}`));
    return by === piece && sameSet(listed(row!), listed(set!)) && isClosed(listed(set!), group, sum) && sameSet(listed(coset!), right);
  },
  order: ({ question, answer }, group, sum) => {
    const step = /^Clock of \d+, step (\d+): /.exec(question)![1]!;
    const way = [step];
    while (way.at(-1) !== '0' && way.length < 100) way.push(sum(group, `${way.at(-1)}+${step}`));
    return answer === `${way.length}: ${way.join(', ')}`;
  },
  table: ({ table, answer }, _group, sum) => {
    const verdict = verdictOn(table, sum);
    const proof = answer.slice(verdict.length).trim();
    return answer.startsWith(verdict) && (proof === '') === (verdict === 'No: nothing is a do-nothing.') && provedOn(table, proof);
  },
};

/** Which exercises have a wrong answer, or cannot be read. */
export function wrongAnswers(sheets: Printed[], sum: Adder): string[] {
  return sheets.flatMap((printed, i) => {
    const plain = { ...printed, question: typed(printed.question), answer: typed(printed.answer), lines: printed.lines.map(typed) };
    const told = `${i + 1}. ${plain.question} ${plain.lines.join('; ')} -> ${plain.answer}`;
    try {
      return checks[printed.kind]?.(plain, groupOf(plain.question), sum) ? [] : [told];
    } catch (error) {
      return [`${told}: ${String(error)}`];
    }
  });
}

const magmas: [RegExp, string][] = [
  [/^(rock|paper|scissors)$/, 'magma:rock,paper,scissors;rock,paper,rock/paper,paper,scissors/rock,scissors,scissors'],
  [/^[nab]$/, 'magma:n,a,b;n,a,b/a,b,n/b,n,a'],
  [/^[NHVT]$/, 'magma:N,H,V,T;N,H,V,T/H,N,T,V/V,T,N,H/T,V,H,N'],
  [/^\([\d ]+\)$/, 'S3'],
  [/^[hsdc](10|[2-9AJQK])$/, 'Z4xZ13'],
  [/^[RYBOGPWC]$/, 'Z2^3'],
];

/** The elements of one side of a claim: `R+O`, `{C, R}` or `Y + {C, R}`. */
function sideOf(side: string, modulus: string | undefined, sum: Adder): string[] {
  const [, by, set] = /^(?:(\S+) \+ )?\{(.+)\}$/.exec(side) ?? [];
  // Ranks alone are those of hearts.
  const name = (text: string) => (modulus === undefined && /^(10|[2-9AJQK])$/.test(text) ? `h${text}` : text);
  const made = (word: string) => {
    const names = word.split(/[+*]/).map(name);
    const group = modulus === undefined ? magmas.find(([form]) => names.every((each) => form.test(each)))?.[1] : `Z${modulus}`;
    if (group === undefined) throw new Error(`of no group: ${word}`);
    return sum(group, names.join(word.includes('*') ? '*' : '+'));
  };
  return set === undefined ? [made(side)] : listed(set).map((each) => made(by === undefined ? each : `${by}+${each}`));
}

/** Which claims of a plan's text are wrong: sums that it writes with = or ≠, and sets that it calls closed or not. */
export function wrongClaims(claims: string[], text: string, sum: Adder): string[] {
  const holds = (claim: string): boolean => {
    const [, body, modulus] = /^(.*?)(?: mod (\d+))?$/.exec(claim)!;
    const differ = body!.includes(' ≠ ');
    const [first, ...others] = body!.split(/ [=≠] /).map((side) => sideOf(side, modulus, sum));
    return others.length > 0 && others.every((other) => sameSet(first!, other) !== differ);
  };
  const told = (claim: string, right: () => boolean) => {
    try {
      return right() ? [] : [claim];
    } catch (error) {
      return [`${claim}: ${String(error)}`];
    }
  };
  const sets = [...typed(text).matchAll(/\{([^}]+)\} is (not )?closed/g)];
  return [
    ...claims.map(typed).filter((claim) => /[=≠]/.test(claim)).flatMap((claim) => told(claim, () => holds(claim))),
    ...sets.flatMap(([whole, set, not]) => told(whole, () => isClosed(listed(set!), 'Z2^3', sum) === (not === undefined))),
  ];
}

/** Which cells are wrong of a table that tells after how many moves a step is home, on clocks. */
export function wrongMoves([head, ...rows]: string[][], sum: Adder): string[] {
  const ranks = 'KA23456789';
  return rows.flatMap(([clock, ...cells]) => {
    const hours = Number(/ of (\d+)$/.exec(clock!)![1]);
    // The dial of 13 is that of the hearts.
    const name = (n: number) => (hours === 13 ? `h${['10', 'J', 'Q'][n - 10] ?? ranks[n]}` : String(n % hours));
    const home = name(0);
    return cells.flatMap((cell, i) => {
      const step = name(Number(head![i + 1]));
      let at = step;
      let moves = 1;
      for (; at !== home && moves < 100; ++moves) at = sum(hours === 13 ? 'Z4xZ13' : `Z${hours}`, `${at}+${step}`);
      return cell === String(moves) ? [] : [`${clock}, step ${head![i + 1]}: ${cell}`];
    });
  });
}
