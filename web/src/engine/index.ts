export * from './engine.js';
export type * from './protocol.js';
export type * as told from './types.js';
export { EngineFailure, EngineError, type Digest } from './wasm.js';
export { digest } from './digest.js';
