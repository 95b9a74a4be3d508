// Low-level access to the WebAssembly module: calls its exports and marshals text. Internal to engine.ts; the contract
// is src/apps/capi/coset.h.

/** BLAKE2b with 16 bytes of output. */
export type Digest = (bytes: Uint8Array) => Uint8Array;

/** An argument of a C function; text is passed as a pointer and a length. */
export type Argument = string | number | bigint;

/** The engine rejected an input; nothing has changed. */
export class EngineError extends Error {
  override name = 'EngineError';
  constructor(
    /** Stable, for programs: "group.unknown". */
    readonly code: string,
    /** The byte offset in the text. */
    readonly offset: number,
    text: string,
  ) {
    super(text);
  }
}

/** An internal error. The engine is unusable from now on: load it again. */
export class EngineFailure extends Error {
  override name = 'EngineFailure';
}

type Exports = Record<string, (...values: (number | bigint)[]) => number | bigint>;

export class Wasm {
  #memory!: WebAssembly.Memory;
  #exports!: Exports;
  #broken: EngineFailure | undefined;
  #problem = 0;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  static async load(source: BufferSource | WebAssembly.Module, digest: Digest): Promise<Wasm> {
    const out = new Wasm();
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    const instance = await WebAssembly.instantiate(module, {
      coset: {
        digest: (bytes: number, size: number, to: number) => {
          const found = digest(new Uint8Array(out.#memory.buffer, bytes, size).slice());
          new Uint8Array(out.#memory.buffer, to, 16).set(found);
        },
        broken: (file: number, line: number, condition: number) => {
          throw new EngineFailure(`broken contract at ${out.#zero(file)}:${line}: ${out.#zero(condition)}`);
        },
      },
    });
    const { memory, ...functions } = instance.exports;
    out.#memory = memory as WebAssembly.Memory;
    out.#exports = functions as Exports;
    out.#exports['_initialize']?.();
    out.#problem = Number(out.#raw('malloc', [4]));
    return out;
  }

  /** The size of the module's memory in bytes; it never shrinks. */
  get bytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Calls a function that returns a number. */
  number(name: string, ...values: Argument[]): number | bigint {
    return this.#passing(values, (passed) => this.#raw(name, passed));
  }

  /** Calls a function that returns a coset_text; throws an EngineError if the call was rejected. */
  text(name: string, ...values: Argument[]): string {
    return this.#take(Number(this.number(name, ...values)));
  }

  /** Calls a function that opens a handle, and whose last parameter is `problem`. */
  open(name: string, ...values: Argument[]): number {
    const handle = this.#passing(values, (passed) => this.#raw(name, [...passed, this.#problem]));
    if (handle === 0) this.#take(this.#view().getUint32(this.#problem, true));
    return Number(handle);
  }

  #raw(name: string, values: (number | bigint)[]): number | bigint {
    if (this.#broken) throw this.#broken;
    const call = this.#exports[name];
    if (!call) throw new Error(`the module has no function ${name}`);
    try {
      return call(...values);
    } catch (error) {
      // A trap or a failed contract: the module's memory may be corrupt.
      this.#broken = error instanceof EngineFailure ? error : new EngineFailure(String(error), { cause: error });
      throw this.#broken;
    }
  }

  #passing(values: Argument[], use: (passed: (number | bigint)[]) => number | bigint): number | bigint {
    const texts = values.map((value) => (typeof value === 'string' ? this.#encoder.encode(value) : null));
    const size = texts.reduce((total, text) => total + (text?.length ?? 0), 0);
    const block = size === 0 ? 0 : Number(this.#raw('malloc', [size]));
    if (size > 0 && block === 0) throw new RangeError('the module has no memory left');
    let at = block;
    const passed = values.flatMap((value, i): (number | bigint)[] => {
      const text = texts[i];
      if (!text) return [value as number | bigint];
      new Uint8Array(this.#memory.buffer, at, text.length).set(text);
      at += text.length;
      return [text.length === 0 ? 0 : at - text.length, text.length];
    });
    const result = use(passed);
    if (block !== 0) this.#raw('free', [block]);
    return result;
  }

  // struct coset_text { int32_t status; const char *data; size_t size; }
  #take(pointer: number): string {
    const view = this.#view();
    const refused = view.getInt32(pointer, true) !== 0;
    const data = view.getUint32(pointer + 4, true);
    const size = view.getUint32(pointer + 8, true);
    const text = this.#decoder.decode(new Uint8Array(this.#memory.buffer, data, size));
    this.#raw('coset_free', [pointer]);
    if (!refused) return text;
    const why = JSON.parse(text) as { code: string; offset: number; text: string };
    throw new EngineError(why.code, why.offset, why.text);
  }

  #view(): DataView {
    return new DataView(this.#memory.buffer);
  }

  #zero(pointer: number): string {
    const bytes = new Uint8Array(this.#memory.buffer, pointer);
    return this.#decoder.decode(bytes.slice(0, bytes.indexOf(0)));
  }
}
