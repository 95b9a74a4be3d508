// What a task is called on the wall.
import type { told } from '../../engine/index.js';
import { lessonTitle } from '../learn/titles.js';
import { kindTitle } from '../puzzles/titles.js';
import { w } from './words.js';

export function taskText(task: string, lessons: told.Lesson[]): string {
  const [kind = '', name = ''] = task.split(' ');
  if (kind === 'lesson') {
    const lesson = lessons.find((each) => each.lesson === name);
    return w('task.lesson', { name: lesson ? lessonTitle(lesson) : name });
  }
  if (kind === 'puzzle') return w('task.puzzle', { name: kindTitle(name) });
  if (kind === '') return w('task.first');
  return kind === 'game' || kind === 'wait' || kind === 'tables' ? w(`task.${kind}`) : w('task.other');
}
