/// <reference types="vite/client" />
declare module 'coset.wasm?url' {
  const url: string;
  export default url;
}
