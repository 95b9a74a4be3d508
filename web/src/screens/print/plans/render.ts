// A plan's Markdown as HTML. Nothing in it can be more than text, and sums stand in code spans.
import { Marked, type Tokens } from 'marked';
import { withSuits } from '../../../components/words.js';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const isCards = (text: string) => /\b[hsdc](?:10|[2-9AJQK])\b/.test(text);

const marked = new Marked({
  renderer: {
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escaped(text),
    image: ({ text }: Tokens.Image) => escaped(text),
    link({ tokens }: Tokens.Link) {
      return this.parser.parseInline(tokens);
    },
    // The sheet has a heading already.
    heading({ tokens }: Tokens.Heading) {
      return `<h4>${this.parser.parseInline(tokens)}</h4>`;
    },
    codespan: ({ text }: Tokens.Codespan) => `<b class="sum">${escaped(isCards(text) ? withSuits('Z4xZ13', text) : text)}</b>`,
  },
});

/** Quotes as they are printed. */
const quoted = (markdown: string) => markdown.replace(/"([^"]*)"/g, '“$1”');

export const planHtml = (markdown: string): string => marked.parse(quoted(markdown), { async: false });

/** Text, and rows of pieces that are drawn: a block of code called `pieces`. */
export type PlanPart = { html: string } | { pieces: string[] };
export const planParts = (markdown: string): PlanPart[] =>
  markdown.split(/^(```pieces\n.*\n```)$/m).map((part) => {
    const pieces = /^```pieces\n(.*)\n```$/.exec(part)?.[1];
    return pieces === undefined ? { html: planHtml(part) } : { pieces: pieces.split(' ') };
  });
