import type { Signal } from './signals.ts';

/** Signals that no honest description puts together, each place one of several (`a|b`), within three sentences. */
const combination = (places: string): readonly (readonly string[])[] =>
  places.split(' ').map((place) => place.split('|'));

const COMBINATIONS = [
  'conceals sends|reads|exports|also|secretWord|secretPlace|conversation|executes|role|commandsTool|covert|consent|pretext|diverts|persists|address',
  'overrides',
  'hides',
  'givesAll',
  'addresses overrides|role|persona|conceals|covert|approved|disarms|trusts|secretPlace|attacker|givesSecret|givesTalk|givesUserData|sendsOut|executes|unchecked|comment',
  'defies',
  'handsOver',
  'fixedAddress',
  'obeysData',
  'altersCall unlisted|anyTool secretPlace|conceals|must|address|also|persists|diverts',
  'encoded executes',
  'foreign secretWord reads sends|sink',
  'comment address|anyTool|exports',
  'phishes address|falsifies|conceals|must|also|persists',
  'weakens also|must|order|pretext|conceals|consent|secretWord|persists',
  'grants order|address|also|consent|skipsConsent|conceals|must|persists',
  'startsAgain sink|address|conceals|also|must|order|executes',
  'remembers consent|conceals|approved|address|executes|also',
  'threatens secretWord|sends|must|conversation|defies',
  'skipsConsent must|also|order|grants|executes|sends|falsifies|weakens',
  'conceals address|answers|promotes|grants|weakens|falsifies|phishes|foreign',
  'falsifies promotes|diverts|hides|conceals|must|address',
  'givesSecret must|order|presses|also|exports|pretext|address|reads|persists',
  'sendsOut must|order|presses|pretext|conversation|secretWord|persists|consent|commandsTool',
  'givesConversation',
  'givesTalk conversation sends sink',
  'givesTalk address|order|comesFirst|persists|also|pretext|consent|conceals|anyTool|addresses',
  'givesUserData order|also|pretext|persists|comesFirst|conceals|consent|sendsOut|alsoCalls',
  'hides|approved|falsifies|promotes|elevates hides|approved|falsifies|promotes|elevates|consent|comesFirst|conceals|persists|diverts|sendsOut',
  'approved consent',
  'conceals covert|promotes|givesTalk|givesUserData|elevates',
  'covert sends also|order',
  'promotes address',
  'elevates unchecked|consent|disarms|speaks|overrides',
  'foreign secretPlace reads|sends',
  'foreign exports|sends conversation|secretWord must|covert|order|address',
  'executes address order pretext|must|also',
  'unexplained secretPlace|givesTalk|givesUserData|givesSecret|conversation sends',
  'aboutOther diverts|conceals',
  'unlisted alsoCalls must|order|presses|persists',
  'alsoCalls must|address|conversation|secretWord|secretPlace|attacker|sendsOut|exports',
  'divertsCall',
  'diverts order also|must|presses',
  'speaks secretWord|sends|must|unchecked|also',
  'marks secretWord|unchecked|also',
  'role|approved unchecked',
  'persona speaks|marks|overrides|disarms|trusts|unchecked',
  'overrides sends|reads|must|exports|executes|commandsTool|order|sink|speaks|marks|role|conceals|trusts|persists|foreign|encoded|comment',
  'speaks|marks role|conceals|covert|approved|comment|foreign|disarms|consent|trusts|persists|diverts|defies|secretPlace|conversation|executes|attacker|anyTool',
  'speaks sink|commandsTool|reads|order|exports|also|answers',
  'marks commandsTool|sends|reads|exports|answers|order',
  'comment sends must|reads|secretWord|secretPlace|conversation|answers',
  'comment commandsTool|conceals|executes|answers|overrides',
  'covert givesTalk|givesUserData|hides|secretWord|secretPlace|conversation|address|diverts|consent',
  'secretPlace reads sends|sink',
  'secretPlace exports|also',
  'secretPlace sends sink',
  'conversation exports|diverts address|pretext|also|order|attacker|covert|sink',
  'role disarms|trusts|must|secretWord|reads|executes',
  'disarms trusts|must|executes|approved|role',
  'disarms overrides',
  'approved sends|reads|disarms|must|exports',
  'diverts address must|order|also|pretext|presses',
  'diverts conversation|attacker|covert',
  'defies must|persists|overrides|speaks',
  'consent exports must|presses|pretext|also',
  'consent sends must presses',
  'consent persists|diverts|trusts|executes|secretWord presses|must|also|exports|order',
  'foreign conceals|overrides sends|reads|secretPlace|secretWord|executes|sink',
  'foreign conceals',
  'persists answers|diverts|overrides|attacker',
  'persists must exports|conversation',
  'attacker exports|diverts|sends address',
  'encoded overrides|secretPlace|conceals|anyTool|speaks|disarms|exports|commandsTool',
  'anyTool speaks|marks|conceals|diverts|overrides',
].map(combination);

/** The signals of a window by which it commands the model against its user; undefined for none. */
export function combinationIn(signals: ReadonlySet<Signal>): readonly Signal[] | undefined {
  const own = [...signals];
  for (const places of COMBINATIONS) {
    const met = places.map((place) => own.find((signal) => place.includes(signal)));
    const found = met.filter((signal) => signal !== undefined);
    if (found.length === places.length && new Set(found).size === found.length) return found;
  }
  return undefined;
}
