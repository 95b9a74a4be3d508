// The deal of the next game: the host's commitment to it, and this seat's bytes for it, which are the same ones in every resend.
import type { ClientAnswer, TableOffer } from '../engine/index.js';
import { hex } from '../transport/random.js';

/** The host's commitment to the next game, and our bytes for it. */
export interface NextDeal {
  table: string;
  commitment: string;
  entropy: string;
  /** The host has confirmed our bytes. */
  heard?: true;
  /** We sent bytes for another game before, which was not played. */
  instead?: true;
}

/** Stores the deal of the next game by the table of this one, so that it survives a reload. */
export interface NextDealStore {
  get(table: string): NextDeal | undefined;
  set(table: string, next: NextDeal): void;
}

export class NextDealKeeper {
  readonly #store: NextDealStore | undefined;
  readonly #table: string;
  #deal: NextDeal | undefined;

  constructor(store: NextDealStore | undefined, table: string) {
    this.#store = store;
    this.#table = table;
    this.#deal = store?.get(table);
  }

  /** The last one that we sent bytes for. */
  get deal(): NextDeal | undefined {
    return this.#deal;
  }
  /** Notes that the server has our bytes; another page of this seat may have sent them. */
  hear({ next, yes }: TableOffer, you: number): void {
    this.#deal = this.#store?.get(this.#table) ?? this.#deal;
    if (next && this.#deal?.table === next.table && yes.includes(you)) this.#set({ ...this.#deal, heard: true });
  }
  /** We proposed it, and a reload may have lost our bytes on their way. */
  isOurs({ what, seat, next }: TableOffer, you: number): boolean {
    return what === 'rematch' && seat === you && next !== undefined && this.#deal?.table === next.table;
  }
  /** The host has committed to another deal than before. */
  isBroken({ next }: TableOffer): boolean {
    return next !== undefined && this.#deal?.table === next.table && this.#deal.commitment !== next.commitment;
  }
  /** What agrees to an offer; nothing if we have. */
  agree({ what, next, yes }: TableOffer, you: number): ClientAnswer | undefined {
    // If the server lists our agreement to a game that it announces only now, it cannot have our bytes.
    if (next && this.#deal?.table !== next.table)
      this.#set({ table: next.table, commitment: next.commitment, entropy: hex(16), ...(this.#deal ? { instead: true } : {}) });
    else if (yes.includes(you)) return undefined;
    return { type: 'answer', what, yes: true, ...(next ? { entropy: this.#deal!.entropy } : {}) };
  }
  #set(deal: NextDeal): void {
    this.#deal = deal;
    this.#store?.set(this.#table, deal);
  }
}
