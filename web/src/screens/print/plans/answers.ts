// What the sheet of answers says of an exercise: the answer, and how to see it.
import { withSuits } from '../../../components/words.js';
import type { Task } from './exercises.js';
import { w, type PlanTextId } from './words.js';

/** What changes nothing in the table of a group, or why it is none. */
function proofOf({ table, proof }: Task & { kind: 'table' }): string {
  const fact = proof[0];
  if (fact?.id === 'fact.no_identity') return '';
  if (fact?.id !== 'fact.group') return w(`plan.${fact?.id ?? ''}` as PlanTextId, { ...fact?.with });
  const row = table.rows.findIndex((names) => names.join() === table.elements.join());
  return w('plan.neutral', { piece: table.elements[row] ?? '' });
}

export function answerText(task: Task): string {
  const shown = (text: string) => withSuits(task.group, text);
  switch (task.kind) {
    case 'sum':
    case 'missing':
      return shown(task.steps.join(' = '));
    case 'same': {
      const [left, right] = task.made;
      const made = `${shown(task.left)} = ${shown(left)}, ${shown(task.right)} = ${shown(right)}`;
      return task.answer === undefined ? w('plan.theSame', { made }) : w('plan.gap', { piece: shown(task.answer), made });
    }
    case 'make':
      return w('plan.example', { word: shown(`${task.answer} = ${task.target}`) });
    case 'spot':
      return w('plan.line', { n: task.answer, put: shown(task.put) });
    case 'closed':
      return task.answer ? w('plan.yes') : w('plan.no', { out: task.out ?? '' });
    case 'complete':
      return `${task.answer}: ${task.out}`;
    case 'coset':
      return `${task.piece} + {${task.set.join(', ')}} = {${task.answer.join(', ')}}`;
    case 'order':
      return `${task.answer}: ${task.way}`;
    case 'table':
      return `${w(`plan.verdict.${task.answer}`)} ${proofOf(task)}`.trim();
  }
}
