// What the class tells a pupil to do, as text: `lesson NAME SEED`, `puzzle KIND SEED`, `game SPEC`, `game SPEC position POSITION`, `wait`, `tables`.
export type Task =
  | { kind: 'lesson'; name: string; seed: string }
  | { kind: 'puzzle'; name: string; seed: string }
  | { kind: 'game'; spec: string; position?: string }
  | { kind: 'table'; name: string }
  | { kind: 'wait' };

const exercise = /^(lesson|puzzle) ([\w.-]{1,64}) (\d{1,20})$/;

function gameOf(text: string): Task {
  const [spec = '', position] = text.split(/ position (.*)/s).map((part) => part.trim());
  if (spec === '') return { kind: 'wait' };
  return position ? { kind: 'game', spec, position } : { kind: 'game', spec };
}

/** What cannot be read, as a class of a newer server may say it, is to wait. `table`: the name of the pupil's table, if there is one. */
export function taskOf(task = '', table?: string): Task {
  if (table && task === 'tables') return { kind: 'table', name: table };
  const found = exercise.exec(task);
  if (found) return { kind: found[1] as 'lesson' | 'puzzle', name: found[2]!, seed: found[3]! };
  return task.startsWith('game ') ? gameOf(task.slice(5)) : { kind: 'wait' };
}

/** Two texts with the same key are the same task: its place is kept. */
export const taskKey = (task: Task): string =>
  task.kind === 'lesson' || task.kind === 'puzzle' ? `${task.kind} ${task.name} ${task.seed}`
  : task.kind === 'game' ? `game ${task.spec} ${task.position ?? ''}`.trim()
  : task.kind === 'table' ? `table ${task.name}`
  : task.kind;
