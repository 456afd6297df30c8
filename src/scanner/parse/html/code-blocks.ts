import type { PageFacts } from './page-facts.ts';
import { attributeOf, type Collector, type Element, PLACE } from './walk.ts';

const MAX_CLASS = 500;
/** Elements around a block that are asked for its language: highlighters wrap it up to this deep. */
const MAX_WRAPPERS = 3;
/** Class names of highlighters, which they give to what has a language. */
const HIGHLIGHTERS = new Set(['hljs', 'shiki', 'astro-code', 'sourcecode', 'mermaid']);
/** What a block is called that holds no code: the output of a program, or plain text (`screen` is DocBook's). */
const NO_CODE = new Set(
  'screen console terminal output computeroutput nohighlight no-highlight plaintext plain-text'.split(' '),
);
const NOTHING: ReadonlySet<string> = new Set();
/** `highlight-python` is what Sphinx writes, `highlight-source-js` GitHub, `brush: js` SyntaxHighlighter. */
const PREFIXES = ['language-', 'lang-', 'highlight-', 'brush:'];
/**
 * Languages by the names that fences give them: rustdoc, RDoc, QDoc, R Markdown and Pandoc write the name alone as a class
 * of the block. Only names that no theme uses for the look of a block.
 */
const LANGUAGES = new Set(
  (
    'ada asciidoc asm awk bash bat batch c c++ clojure cmake coffeescript console cpp cs csharp css csv cxx d dart diff docker ' +
    'dockerfile elixir elm erl erlang fortran fsharp go golang gradle graphql groovy haskell hcl hs html http ini java javascript ' +
    'js json jsonc json5 jsx julia kotlin latex less lisp lua make makefile markdown matlab md nginx nix objc objective-c ocaml ' +
    'octave perl php pl plain plsql powershell prolog properties proto protobuf ps1 py python python3 qml r rb rs ruby rust sass ' +
    'scala scheme scss sh shell sql svelte swift tcl tex text toml ts tsx txt typescript vb vim vue xhtml xml yaml yml zig zsh'
  ).split(' '),
);
/** On a wrapper `lang-en` is the language of the text. */
const WRAPPER_PREFIXES = ['language-', 'highlight-'];
const LANGUAGE_ATTRIBUTES = ['data-lang', 'data-language'];
/** What templates write when they are given no language. */
const NOT_NAMED = new Set(['language-undefined', 'language-', 'lang-undefined', 'lang-', 'highlight-']);

/** The blocks of code in the content, and those that do not name their language. */
export function codeBlockCollector(): Collector<PageFacts['codeBlocks']> {
  let total = 0;
  let withoutLanguage = 0;
  let open:
    | {
        readonly element: Element;
        hasLanguage: boolean;
        hasCode: boolean;
        numbers: string;
        signs: number;
        letters: number;
      }
    | undefined;
  return {
    wants: { tags: ['pre', 'code'] },
    textIn: PLACE.preformatted,
    enter(element, place) {
      if (open !== undefined) {
        if (element.tagName === 'code') open.hasLanguage ||= namesBlock(element, open.element);
      } else if (element.tagName === 'pre' && (place & PLACE.chrome) === 0) {
        open = {
          element,
          hasLanguage: isNamedItself(element) || isWrapped(element),
          hasCode: false,
          numbers: '',
          signs: 0,
          letters: 0,
        };
      }
    },
    text(folded) {
      if (open === undefined) return;
      if (open.signs < MAX_SIGNS) {
        open.signs += folded.replaceAll(' ', '').length;
        open.letters += folded.match(LETTERS)?.length ?? 0;
      }
      if (open.hasCode) return;
      open.hasCode = hasMoreThanNumbers(folded);
      if (open.numbers.length < MAX_NUMBERS) open.numbers += folded;
    },
    leave(element) {
      if (open?.element !== element) return;
      const isDrawn = open.signs >= MIN_SIGNS && open.letters < DRAWN_SHARE * open.signs;
      if (!isDrawn && (open.hasCode || !areLineNumbers(open.numbers))) {
        total += 1;
        if (!open.hasLanguage) withoutLanguage += 1;
      }
      open = undefined;
    },
    facts: () => ({ total, withoutLanguage }),
  };
}

/** A block with so few letters and digits among its signs is a drawing, such as a captcha in ASCII art. */
const DRAWN_SHARE = 0.1;
const MIN_SIGNS = 60;
const MAX_SIGNS = 5000;
const LETTERS = /[\p{L}\p{N}]/gu;

function isWrapped(pre: Element): boolean {
  let wrapper = pre.parentNode;
  for (let depth = 0; depth < MAX_WRAPPERS; depth += 1) {
    if (wrapper === null || !('tagName' in wrapper) || wrapper.tagName === 'body') return false;
    if (namesLanguage(wrapper, WRAPPER_PREFIXES)) return true;
    wrapper = wrapper.parentNode;
  }
  return false;
}

/** The language that an element around a block of code names, as `highlight-python` does; '' for none. */
export function languageAround(pre: Element): string {
  let wrapper = pre.parentNode;
  for (let depth = 0; depth < MAX_WRAPPERS && wrapper !== null && 'tagName' in wrapper; depth += 1) {
    for (const attribute of LANGUAGE_ATTRIBUTES) {
      const named = attributeOf(wrapper, attribute)?.trim();
      if (named !== undefined && LANGUAGE.test(named)) return named;
    }
    for (const name of classesOf(wrapper)) {
      const prefix = WRAPPER_PREFIXES.find((each) => name.startsWith(each));
      const language = prefix === undefined ? '' : name.slice(prefix.length);
      if (LANGUAGE.test(language) && !NO_LANGUAGE.has(language)) return language;
    }
    wrapper = wrapper.parentNode;
  }
  return '';
}

const LANGUAGE = /^[\w+#.-]{1,40}$/;
/** What templates write in place of a language. */
const NO_LANGUAGE = new Set(['undefined', 'default', 'none', 'text', 'plaintext']);

/** A block or its code, where the name alone is enough; on a wrapper `text` and the like are said of other things. */
const isNamedItself = (element: Element): boolean =>
  namesLanguage(element, PREFIXES) || classesOf(element).some((name) => LANGUAGES.has(name));

/** BoostBook marks a name in a listing as the output of a computer: what is said of a part is not said of the block. */
const namesBlock = (code: Element, pre: Element): boolean =>
  isWholeOf(code, pre) ? isNamedItself(code) : namesLanguage(code, PREFIXES, NOTHING);

const isWholeOf = (code: Element, pre: Element): boolean =>
  pre.childNodes.every((child) =>
    'value' in child
      ? child.value.trim() === ''
      : child === code || !('tagName' in child) || child.childNodes.length === 0,
  );

const classesOf = (element: Element): string[] =>
  (attributeOf(element, 'class') ?? '').slice(0, MAX_CLASS).toLowerCase().split(/\s+/);

function namesLanguage(element: Element, prefixes: readonly string[], plain: ReadonlySet<string> = NO_CODE): boolean {
  if (LANGUAGE_ATTRIBUTES.some((name) => (attributeOf(element, name) ?? '') !== '')) return true;
  return classesOf(element).some(
    (name) =>
      HIGHLIGHTERS.has(name) ||
      plain.has(name) ||
      (prefixes.some((prefix) => name.startsWith(prefix)) && !NOT_NAMED.has(name)),
  );
}

/** Characters of numbers that tell a column of line numbers from a table of values. */
const MAX_NUMBERS = 500;

/** The column of line numbers next to code: each is one more than that before it. Nothing at all is no code either. */
function areLineNumbers(text: string): boolean {
  const numbers = text.slice(0, MAX_NUMBERS).trim().split(/ +/).slice(0, -1).map(Number);
  return numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1);
}

function hasMoreThanNumbers(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code !== 0x20 && (code < 0x30 || code > 0x39)) return true;
  }
  return false;
}
