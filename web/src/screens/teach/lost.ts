// Why a wall or a projector does not hear its class now.
import { errorText } from '../../strings/errors.svelte.js';
import type { TeacherLink } from './link.svelte.js';
import { w } from './words.js';

/** Empty if it does. */
export const lostText = ({ problem, disconnected }: TeacherLink): string => (problem ? errorText(problem) : disconnected ? w('wall.lost') : '');
