import type { Signal } from './signals.ts';

/** Signals that no honest description puts together, each place one of several (`a|b`), within three sentences. */
const combination = (places: string): readonly (readonly string[])[] =>
  places.split(' ').map((place) => place.split('|'));

const COMBINATIONS = [
  'conceals sends|reads|exports|also|secretWord|secretPlace|conversation|executes|role|commandsTool|consent|pretext|diverts|persists',
  'overrides',
  'hides',
  'givesAll',
  'addresses role|persona|conceals|covert|approved|disarms|trusts|secretPlace|attacker|givesSecret|givesUserData|sendsOut|executes|unchecked|comment',
  'defies',
  'handsOver',
  'fixedAddress',
  'obeysData',
  'altersCall unlisted|anyTool|secretPlace|conceals|address|persists|diverts',
  'remembers',
  'lies',
  'skipsConsent',
  'phishes lures',
  'leaksByUrl answers|conversation|also|givesTalk',
  'triggers diverts|exports|secretWord',
  'addresses secretWord also|order',
  'anyTool persists address|sink',
  'conversation sends sink order',
  'encoded executes',
  'executes address must|order|consent',
  'foreign secretWord reads sends|sink',
  'foreign conversation sends sink|also',
  'comment address|anyTool|exports',
  'phishes address|falsifies|must|also|persists',
  'weakens speaks|marks|addresses|executes|elevates|also|must|order|pretext|consent|secretWord|persists',
  'grants unchecked|speaks|order|address|also|consent|must|persists',
  'startsAgain sink|address|conceals|also|must|order|executes',
  'threatens secretWord|sends|must|conversation',
  'conceals address|answers|grants|weakens|phishes',
  'givesSecret must|order|presses|also|exports|pretext|address|reads|persists',
  'sendsOut must|order|presses|pretext|conversation|secretWord|persists|consent|commandsTool',
  'givesConversation',
  'givesTalk conversation sends sink',
  'givesTalk address|order|comesFirst|persists|also|pretext|consent|anyTool|addresses',
  'givesUserData order|also|pretext|persists|comesFirst|consent|sendsOut|alsoCalls',
  'approved|falsifies|promotes|elevates approved|falsifies|promotes|elevates|consent|comesFirst|conceals|persists|diverts|sendsOut',
  'conceals covert|givesTalk|givesUserData',
  'covert sends also|order',
  'promotes address',
  'elevates unchecked|disarms|speaks',
  'foreign secretPlace reads|sends',
  'foreign exports|sends conversation|secretWord must|order|address',
  'unexplained secretPlace|givesTalk|givesUserData|givesSecret|conversation sends',
  'aboutOther diverts|conceals',
  'unlisted alsoCalls presses|persists',
  'alsoCalls must|address|conversation|secretWord|secretPlace|attacker|sendsOut|exports',
  'divertsCall',
  'diverts order also|must|presses',
  'speaks secretWord|sends|must|unchecked',
  'marks secretWord|unchecked|also',
  'role|approved unchecked',
  'persona speaks|marks|disarms|trusts|unchecked',
  'speaks|marks role|conceals|covert|approved|comment|foreign|disarms|consent|trusts|persists|diverts|secretPlace|conversation|executes|attacker',
  'speaks sink|commandsTool|reads|order|exports|also|answers',
  'marks commandsTool|sends|reads|exports|answers|order',
  'comment sends must|reads|secretWord|secretPlace|conversation',
  'comment commandsTool|conceals|executes|answers',
  'covert givesTalk|givesUserData|secretWord|secretPlace|conversation|address|consent',
  'secretPlace reads sends|sink',
  'secretPlace exports',
  'secretPlace also reads',
  'secretPlace sends sink',
  'conversation exports address|pretext|also|order|attacker|sink',
  'role trusts|must|secretWord|reads|executes',
  'disarms trusts|must|executes|role',
  'approved sends|reads|disarms|must|exports',
  'diverts address must|order|also|pretext|presses',
  'diverts conversation|attacker|covert',
  'consent exports must|presses|pretext|also',
  'consent sends|unchecked must presses',
  'consent persists|diverts|trusts|executes|secretWord presses|must|also|exports|order',
  'foreign conceals',
  'persists answers|diverts|attacker',
  'persists must exports|conversation',
  'attacker exports|sends address',
  'encoded secretPlace|conceals|anyTool|speaks|disarms|exports|commandsTool',
  'anyTool speaks|marks|conceals|diverts',
  'harms silent',
  'harms conceals|covert|unasked|speaksFor|persists',
  'displaces silent|unasked|conceals|covert|persists|disparages|lies',
  'disparages must|also|presses order|must|anyTool|also',
  'ousts',
  'fault executes address',
  'secretWord exports also pretext',
  'attacker secretPlace',
  'encoded conversation|secretWord|must|order sends|reads|exports|conversation|must|order|secretWord',
  'addresses foreign',
  'addresses commandsTool address',
  'elevates address',
  'fault secretPlace|givesSecret',
  'givesSecret secretPlace',
  'elevates executes order|also|address',
  'pretext exports|sends address persists',
  'covert exports|sends givesUserData|persists|address',
  'promotes conceals|unasked|hides|speaks|addresses',
  'triggers reads exports address',
].map(combination);

/** The signals of a window by which it commands the model against its user; undefined for none. */
export function combinationIn(signals: ReadonlySet<Signal>): readonly Signal[] | undefined {
  for (const places of COMBINATIONS) {
    const found = fillingOf(places, signals);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A signal of its own for each place; undefined where one stays empty. */
function fillingOf(
  [place, ...others]: readonly (readonly string[])[],
  signals: ReadonlySet<Signal>,
): readonly Signal[] | undefined {
  if (place === undefined) return [];
  for (const signal of signals) {
    if (!place.includes(signal)) continue;
    const rest = fillingOf(others, new Set([...signals].filter((each) => each !== signal)));
    if (rest !== undefined) return [signal, ...rest];
  }
  return undefined;
}
