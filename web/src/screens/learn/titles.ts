// What lessons and tracks are called. The engine names lessons; a language may know better by id.
import type { told } from '../../engine/index.js';
import { say, t, type StringId } from '../../strings/strings.svelte.js';

export const tracks = ['colours', 'table', 'play-well', 'groups', 'mad-abel', 'beyond'] as const;

const isTrack = (name: string): name is (typeof tracks)[number] => (tracks as readonly string[]).includes(name);

export const trackTitle = (track: string) => (isTrack(track) ? t(`track.${track}` as StringId) : track);
export const trackAbout = (track: string) => (isTrack(track) ? t(`track.${track}.about` as StringId) : '');
export const lessonTitle = (lesson: told.Lesson) => say({ id: `lesson.${lesson.lesson}`, text: lesson.title });
