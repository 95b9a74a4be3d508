/** Everything that is heard; each has a visible twin. */
export const cues = [
  'touch', 'back', 'pan', 'pair', 'level', 'exchange', 'vanish', 'dealt', 'draw', 'refused', 'turn', 'final', 'win', 'lose', 'step', 'open',
] as const;
export type Cue = (typeof cues)[number];
