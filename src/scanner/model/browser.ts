/** What a real browser showed of a few pages of a site: plain data, from a pass that is no part of the site score. */

import type { BrowserReport } from '../../schema/scan.ts';
import type { PrivateHostPermit } from './http.ts';

/** Why no browser can be started: the operator switched it off, its driver lacks, or none is installed. */
export type NoBrowser = 'off' | 'no-driver' | 'no-browser';
/** Why no browser looked: there is none, none came or started, it kept breaking off, or there is no page that it may read. */
export type BrowserAbsence = NoBrowser | 'not-taken' | 'not-started' | 'gave-up' | 'robots' | 'no-pages';

/** A control as agents find it: by role and name. Measures are CSS pixels from the top left of the page. */
export interface SeenControl {
  readonly role: string;
  /** The accessible name: third-party text, cut; '' without one. */
  readonly name: string;
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /**
   * `covered`: something else lies over its middle, so that a click would hit that; `roleless`: it only looks like a control,
   * and its name is its text.
   */
  readonly state: 'named' | 'unnamed' | 'covered' | 'roleless';
}

/** A form as a browser agent meets it. Nothing was sent. */
export interface SeenForm {
  /** Its accessible name, or that of its button: third-party text, cut. */
  readonly name: string;
  readonly fields: number;
  /** Those that could be filled by role and name with a sample value. */
  readonly filled: number;
  /** Roles and names of the others, cut: third-party text. */
  readonly problems: readonly string[];
  /** A button follows its fields, or one field or choice alone sends it. */
  readonly hasButton: boolean;
  readonly hasCaptcha: boolean;
  /** Where its address takes nothing that is sent: the status of its answer to a GET; `isProven` is false where a POST may differ. */
  readonly deadEnd: { readonly status: number; readonly isProven: boolean } | undefined;
}

/** A search by keyboard: a word of the site, and Enter. */
export interface SeenSearch {
  /** `results`: another view names the word; `nothing`: no view came; `not-sent`: nor was what the search asked for. */
  readonly outcome: 'results' | 'nothing' | 'not-sent';
  readonly word: string;
}

/** What more of a list came by pressing its button, by scrolling to its end, or by the link to its next page. */
export interface SeenMore {
  readonly by: 'button' | 'scroll' | 'link';
  /** Links of the page, and the same with the links that came, or else lines. */
  readonly before: number;
  readonly after: number;
  /** A request that the press or the scrolling led to was refused. */
  readonly isRefused: boolean;
}

/** A tool that the page registers for agents in the browser (WebMCP). */
export interface SeenTool {
  readonly name: string;
  readonly description: string;
  /** JSON of the input schema, cut; '' without one. */
  readonly inputSchema: string;
  readonly readsOnly: boolean;
  /** What a call came to; undefined where none was made. */
  readonly call?: SeenCall | undefined;
}

/** A call of a tool that says that it only reads. */
export interface SeenCall {
  /**
   * `answered`; `failed`: it threw, or said that it failed; `nothing`: it answered without content; `silent`: no answer came in
   * time; `asks`: it wanted a user; `not-sent`: it asked for what a scan does not send.
   */
  readonly outcome: 'answered' | 'failed' | 'nothing' | 'silent' | 'asks' | 'not-sent';
  /** Of the text of the answer. */
  readonly chars: number;
  /** The start of the answer, or of the error: third-party text. */
  readonly says: string;
}

/** Why requests of a page were not made. */
export type RefusedBy = 'method' | 'robots' | 'limit' | 'scheme' | 'failure';

export interface BrowserPage {
  readonly url: string;
  readonly finalUrl: string;
  /** `read`, or why it was not. */
  readonly outcome: 'read' | 'no-answer' | 'crashed' | 'hung' | 'endless';
  /** Why a page that was read was left before all was seen; undefined for one that was seen whole. */
  readonly endedBy: 'hung' | 'endless' | undefined;
  /** HTTP status of the document; 0 without an answer. */
  readonly status: number;
  /** The text in sight with scripts, that of frames at its end, cut: third-party text. */
  readonly inSight: string;
  /** A firewall's challenge is shown in place of the page. */
  readonly isChallenge: boolean;
  /** A field for a password is in sight. */
  readonly asksPassword: boolean;
  /** Addresses of the same origin to which links in sight lead, without the page itself. */
  readonly waysOn: number;
  /** Data cells of tables in sight, and those without letter, digit, text of an image or control. */
  readonly cells: { readonly all: number; readonly empty: number };
  /** Images in sight that show a table, by what they are called. */
  readonly picturedTables: number;
  readonly text: {
    /** Words in sight with scripts, and of the same document without. */
    readonly words: number;
    readonly withoutScripts: number;
    /** Words of lines that only scripts bring. */
    readonly added: number;
    /** The longest such line: third-party text, cut. */
    readonly example: string;
  };
  readonly tree: {
    /** Characters of the accessibility snapshot that many agents are given. */
    readonly chars: number;
    readonly controls: number;
    readonly unnamed: number;
    /** Opening tags of the first unnamed ones, cut: third-party text. */
    readonly examples: readonly string[];
  };
  /** The start of that snapshot, for people: third-party text. */
  readonly snapshotStart: string;
  /** The first lines that only scripts bring, cut: third-party text. */
  readonly addedLines: readonly string[];
  /** Elements that react to a click and have no role that says so. */
  readonly pretenders: { readonly count: number; readonly examples: readonly string[] };
  /** Points of controls and text in the first screen that were tried, and those that something else covers. */
  readonly cover: { readonly points: number; readonly covered: number; readonly by: string };
  readonly forms: readonly SeenForm[];
  readonly search: SeenSearch | undefined;
  readonly more: SeenMore | undefined;
  readonly tools: readonly SeenTool[];
  /** Messages of uncaught errors, cut: third-party text. */
  readonly errors: readonly string[];
  readonly refused: Readonly<Partial<Record<RefusedBy, number>>>;
  /** Until the text stood still, in milliseconds. For people, never for grades. */
  readonly textAfterMs: number;
  readonly controls: readonly SeenControl[];
  /** JPEG of the first screen; undefined where none could be taken. */
  readonly picture: Uint8Array | undefined;
}

/** The pass over a few pages of one site. */
export type BrowserArtifact =
  | { readonly there: false; readonly why: BrowserAbsence }
  | {
      readonly there: true;
      /** As the browser names itself, such as `Chromium 156.0.8078.73`. */
      readonly version: string;
      readonly pages: readonly BrowserPage[];
      /** Pages that were chosen and not reached before the pass had to end. */
      readonly leftOut: number;
    };

/** The first screen of a page, with the text that an assistant receives of the page. */
export interface PageScreen {
  readonly url: string;
  /** JPEG, 1280 by 800. */
  readonly picture: Uint8Array;
  /** Of the whole page; boxes in CSS pixels from its top left. */
  readonly controls: readonly SeenControl[];
  /** What the chat assistant receives, cut: third-party text; undefined where the page could not be asked for again. */
  readonly received: string | undefined;
  /** Lines in sight that it does not receive, in their order, cut: third-party text. */
  readonly lost: readonly string[];
}

/** A page that a scan read. */
export interface ScannedPage {
  readonly url: string;
  /** The page has a form, which a browser can try to fill. */
  readonly hasForm: boolean;
}

export interface SiteLookRequest {
  /** In scan order. */
  readonly pages: readonly ScannedPage[];
  readonly permit?: PrivateHostPermit | undefined;
  /** Where the site will be published, and the origin of the preview that was scanned. */
  readonly publicOrigin?: { readonly origin: string; readonly servedBy: string } | undefined;
  /** Ends the look with what it has. */
  readonly signal: AbortSignal;
}

export interface SiteLook {
  readonly report: BrowserReport;
  /** Of the pages with a picture. */
  readonly screens: readonly PageScreen[];
}

/** Lets a browser look at a few pages of a scanned site. Rejects only on a bug. */
export type LookAtSite = (request: SiteLookRequest) => Promise<SiteLook>;
