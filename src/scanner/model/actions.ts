/** What a site offers to do, and whether agents can do it: plain data, from `scanner/actions/`. */

export const ACTION_KINDS = ['search', 'form', 'list', 'figures', 'buying', 'api', 'tools', 'account'] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

export type ActorId = 'form-agent' | 'browser-agent' | 'api-agent';

/** What keeps an agent from acting; `in` and `of` count where there is something to count. */
export interface Blocker {
  readonly code: BlockerCode;
  readonly in?: number;
  readonly of?: number;
  /** Pages on which that was counted, where it was counted on more than one page or might have been. */
  readonly pages?: number;
  /** Status that was answered. */
  readonly status?: number;
}

export const BLOCKER_CODES = [
  'by-script',
  'no-label',
  'placeholder-only',
  'no-name',
  'scripted-field',
  'no-role',
  'captcha',
  'other-host',
  'mail-only',
  'dead-address',
  'post-address',
  'no-button',
  'button-disabled',
  'no-form',
  'redirect-drops-values',
  'stale-token',
  'no-session',
  'script-token',
  'decoy-field',
  'form-action',
  'needs-account',
  'in-app',
  'not-linked',
  'finds-nothing',
  'finds-everything',
  'no-address',
  'same-content',
  'leads-nowhere',
  'no-text',
  'pictures',
  'no-headers',
  'price-missing',
  'price-differs',
  'no-offer-data',
  'cart-by-script',
  'cart-dead',
  'no-cart',
  'no-description',
  'description-broken',
  'description-unlinked',
  'server-elsewhere',
  'dead-paths',
  'values-ignored',
  'no-key',
  'dead-endpoint',
] as const;
export type BlockerCode = (typeof BLOCKER_CODES)[number];

/** What one actor comes to. */
export interface Mark {
  readonly actor: ActorId;
  /** Of the action, what it can complete, 0 to 1; undefined where that was not measured. */
  readonly share: number | undefined;
  readonly blockers: readonly Blocker[];
}

/** From good to bad; `not measured` is neither. */
export const VERDICTS = ['not measured', 'works', 'in part', 'browser only', 'blocked'] as const;
export type ActionVerdict = (typeof VERDICTS)[number];

/** One thing to do, judged once however many pages have it. */
export interface Offer {
  readonly kind: ActionKind;
  /** What it is called on the site: third-party text, cut; '' for nothing. */
  readonly name: string;
  /** Page that has it. */
  readonly where: string;
  readonly verdict: ActionVerdict;
  readonly marks: readonly Mark[];
  /** Markup or an address that shows it: third-party text, cut. */
  readonly shown: string;
  /** `sure`: the site marks it as what it is; `likely`: it is read from signs. */
  readonly certainty: 'sure' | 'likely';
  /** Request that shows the verdict. */
  readonly asked: { readonly url: string; readonly method: 'GET' | 'HEAD' | 'OPTIONS' };
}

/** The offers of a site: at most 40, and how many more there are. */
export interface ActionsArtifact {
  readonly offers: readonly Offer[];
  readonly more: number;
}

/** What one kind comes to in the score. */
export interface KindShare {
  readonly kind: ActionKind;
  /** 0 to 1; undefined where nothing of it was measured. */
  readonly share: number | undefined;
  readonly actors: readonly { readonly actor: ActorId; readonly share: number | undefined }[];
}

/** One offer as reports show it. */
export interface ActionRow {
  /** Third-party text, quoted; '' for nothing. */
  readonly name: string;
  readonly where: string;
  readonly verdict: ActionVerdict;
  /** Why it does not work, in trusted text; '' where it does. */
  readonly reason: string;
  readonly actors: readonly { readonly actor: ActorId; readonly share: number | undefined }[];
}

/** The stored part of a kind: its share and its first offers, the worst first. */
export interface ActedKind extends KindShare {
  readonly offers: readonly ActionRow[];
}

/** A request that tests an action; nothing is ever sent in a body. */
export interface ActionProbe {
  readonly url: string;
  readonly method: 'GET' | 'HEAD' | 'OPTIONS';
  readonly accept: string;
}

/** What came of it. */
export type ActionAnswer =
  | {
      readonly answered: true;
      readonly finalUrl: string;
      /** A redirect on the way makes a GET of a POST, without its values (301, 302, 303; Fetch, HTTP-redirect fetch). */
      readonly dropsBody: boolean;
      readonly status: number;
      readonly contentType: string;
      readonly isHtml: boolean;
      /** An edge asks whether a person is there. */
      readonly isChallenge: boolean;
      /** Cut to 300,000 characters. */
      readonly body: string;
      /** The methods of its Allow header, upper-case. */
      readonly allows: readonly string[];
      /** Hash of the main text, and the addresses of further pages, where it is a page. */
      readonly contentHash: string;
      readonly further: readonly string[];
    }
  /** `isProven`: it is the site's fault. */
  | { readonly answered: false; readonly isProven: boolean };
