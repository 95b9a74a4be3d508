export function gzip(bytes: Uint8Array): Uint8Array;
