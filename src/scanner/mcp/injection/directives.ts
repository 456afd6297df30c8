import type { Act, Concept, Finding } from './concepts.ts';
import type { Mood } from './reading.ts';

/**
 * What leaves the place of a description: an act in a mood, with things, parties, places and scopes in the same sentence.
 * A concept group is met by one of its concepts.
 */
export interface Directive {
  readonly finding: Finding;
  /** Acts, one of which is wanted; none for what a sentence only states. */
  readonly act?: readonly Act[];
  readonly mood?: readonly Mood[];
  /** Groups within `span` words of the act, which the sentence before may name where a pronoun refers to it. */
  readonly near?: readonly (readonly Concept[])[];
  /** Groups anywhere in the sentence. */
  readonly all?: readonly (readonly Concept[])[];
  /** Concepts of honest neighbours: none may be in the sentence. */
  readonly unless?: readonly Concept[];
  readonly span?: number;
  readonly isWarning?: boolean;
  /** Holds in one sort of language only. */
  readonly language?: 'english' | 'other';
}

const ORDER: readonly Mood[] = ['order'];
const BAN: readonly Mood[] = ['ban'];
const SAID: readonly Mood[] = ['order', 'does'];
const BY_USER: readonly Concept[] = ['userWants', 'rejected', 'masked', 'example', 'option'];

const SENSITIVE: readonly Concept[] = ['secretPlace', 'homePath', 'secret', 'conversation', 'prompt', 'hiddenMind', 'personal', 'contacts', 'toolList'];
const SINKS: readonly Concept[] = ['slot', 'quotedName', 'address', 'url', 'host', 'us', 'thirdParty', 'name'];
const AWAY: readonly Concept[] = ['address', 'url', 'host', 'us', 'thirdParty'];
const BROAD: readonly Concept[] = ['always', 'also', 'before', 'later', 'everyReply', 'regardless', 'covert', 'pretext', 'must', 'noDoing'];

const CONCEALING: readonly Directive[] = [
  // "Do not mention this", "never tell the user that a copy was sent"
  { finding: 'conceals', act: ['tell'], mood: BAN, near: [['user', 'nobody']], all: [['deed', 'noDoing', 'otherTools', 'hidden', 'conversation', 'also']], unless: ['until', 'technical', 'userWants', 'within', 'rejected'], span: 7, language: 'english' },
  { finding: 'conceals', act: ['tell'], mood: BAN, near: [['deed']], unless: ['until', 'technical', 'userWants', 'within', 'rejected', 'secret', 'thirdParty', 'recipient'], span: 3, language: 'english' },
  { finding: 'conceals', act: ['tell'], mood: BAN, near: [['user', 'deed', 'this']], unless: ['until', 'userWants', 'rejected', 'secret'], span: 8, language: 'other' },
  { finding: 'conceals', act: ['know'], mood: BAN, near: [['user', 'nobody']], unless: ['until', 'technical', 'userWants', 'rejected'], span: 8 },
  { finding: 'conceals', all: [['noDoing']], unless: ['userWants', 'rejected', 'until', 'technical'] },
  { finding: 'conceals', act: ['hide'], mood: ORDER, near: [['user', 'answer', 'deed', 'nobody', 'covert']], unless: ['userWants', 'technical', 'option', 'secret', 'personal', 'default', 'rejected'], span: 7 },
  { finding: 'conceals', act: ['claim', 'hide', 'tell', 'ignore', 'change'], mood: ORDER, all: [['ifAsked']], unless: ['source', 'userWants', 'technical'] },
  { finding: 'conceals', act: ['give', 'take', 'change', 'remove', 'pay', 'approve', 'grant', 'publish', 'plant', 'call'], mood: ORDER, all: [['covert'], [...SENSITIVE, 'money', 'recipient', 'otherTools', 'deed', 'address', 'url', 'work', 'thirdParty', 'files']], unless: ['userWants', 'option', 'technical', 'rejected'], span: 12 },
  { finding: 'conceals', act: ['give', 'take', 'change', 'remove', 'pay', 'approve', 'grant', 'publish', 'plant'], mood: ['does'], all: [['covert'], [...SENSITIVE, 'money', 'thirdParty', 'us'], ['also', 'user', 'thirdParty', 'us', 'url', 'address', 'mine']], unless: ['userWants', 'option', 'rejected', 'masked'], span: 14, language: 'english' },
];

const CONSENT: readonly Directive[] = [
  { finding: 'skipsConsent', act: ['skip', 'ignore', 'hide'], mood: ORDER, near: [['consent']], unless: ['option', 'harmless', 'example'], span: 5 },
  { finding: 'skipsConsent', act: ['ask'], mood: BAN, near: [['consent', 'user']], unless: ['option', 'harmless', 'secret', 'until', 'technical', 'personal', 'rejected', 'also'], span: 6 },
  { finding: 'skipsConsent', all: [['consent'], ['unneeded']], unless: ['option', 'harmless', 'rejected', 'until', 'masked'], span: 8 },
  { finding: 'skipsConsent', act: ['regard', 'call', 'claim'], mood: ORDER, all: [['asIf', 'already'], ['consent', 'user']], unless: ['option', 'thirdText', 'within', 'until', 'userWants'] },
  { finding: 'skipsConsent', act: ['approve', 'skip'], mood: ORDER, near: [['consent']], all: [['always', 'user', 'regardless', 'whole', 'noDoing', 'covert', 'also', 'before']], unless: ['option', 'userWants', 'until', 'harmless'], span: 6 },
];

const TAKING: readonly Directive[] = [
  { finding: 'takesSecrets', act: ['take', 'give', 'run'], mood: ORDER, near: [['secretPlace', 'homePath']], unless: ['default', 'rejected', 'masked', 'example', 'userWants', 'option'], span: 14 },
  { finding: 'takesSecrets', act: ['give', 'take'], mood: ORDER, near: [['secret']], all: [['found', 'mine', 'whole', 'earlier', 'secretPlace'], SINKS], unless: [...BY_USER, 'default'], span: 9 },
  { finding: 'takesSecrets', act: ['give'], mood: ORDER, near: [['secret']], all: [['mine', 'whole', 'found'], BROAD], unless: [...BY_USER, 'default'], span: 9 },
  { finding: 'takesSecrets', act: ['take'], mood: ORDER, near: [['secret']], all: [['mine', 'whole', 'found', 'files'], ['before', 'also', 'covert', 'pretext', 'whole', 'noDoing']], unless: [...BY_USER, 'default', 'this'], span: 9 },
  { finding: 'takesSecrets', act: ['give'], mood: ['does'], near: [['secret']], all: [['whole'], ['slot', 'address', 'url', 'thirdParty', 'us', 'host']], unless: [...BY_USER, 'default'], span: 9, language: 'english' },
  { finding: 'takesSecrets', act: ['give', 'take'], mood: ORDER, near: [['files']], all: [['mine', 'whole', 'homePath'], AWAY], unless: BY_USER, span: 8 },
  { finding: 'takesSecrets', act: ['give'], mood: ORDER, near: [['files', 'otherData']], all: [['slot', 'quotedName'], ['mine', 'whole', 'secretPlace', 'homePath'], BROAD], unless: BY_USER, span: 8, language: 'english' },
  { finding: 'takesSecrets', act: ['give', 'take'], near: [['secret', 'secretPlace', 'files']], all: [['slot', 'url', 'address', 'host', 'noDoing', 'covert']], unless: [...BY_USER, 'default'], span: 12, language: 'other' },
  { finding: 'takesConversation', act: ['give', 'take'], mood: ORDER, near: [['conversation']], all: [['whole', 'mine', 'earlier', 'pronoun', 'your'], SINKS], unless: BY_USER, span: 9, language: 'english' },
  { finding: 'takesConversation', act: ['give'], mood: ORDER, near: [['conversation']], all: [BROAD], unless: BY_USER, span: 7, language: 'english' },
  { finding: 'takesConversation', act: ['give'], mood: ['does'], near: [['conversation']], all: [['whole', 'also'], ['thirdParty', 'us', 'address', 'url', 'pretext']], unless: BY_USER, span: 9, language: 'english' },
  { finding: 'takesConversation', act: ['give', 'take'], near: [['conversation']], all: [['slot', 'url', 'address', 'host', 'whole', 'noDoing', 'covert']], unless: BY_USER, span: 12, language: 'other' },
  { finding: 'takesPrompt', act: ['give', 'tell', 'take'], mood: ORDER, near: [['prompt', 'hiddenMind']], unless: [...BY_USER, 'default', 'technical'], span: 8 },
  { finding: 'takesPrompt', act: ['give'], mood: ['does'], near: [['prompt', 'hiddenMind']], all: [SINKS], unless: BY_USER, span: 8 },
  { finding: 'takesPrompt', act: ['give'], mood: ORDER, near: [['toolList']], unless: BY_USER, span: 6 },
  { finding: 'takesPersonal', act: ['give', 'take'], mood: ORDER, near: [['contacts']], all: [['mine', 'whole', 'found'], [...SINKS, ...BROAD]], unless: BY_USER, span: 8 },
  { finding: 'takesPersonal', act: ['give', 'take'], mood: ORDER, near: [['personal']], all: [['mine', 'whole', 'found'], [...AWAY, 'regardless', 'covert', 'also', 'pretext', 'noDoing', 'everyReply', 'later', 'conversation', 'quotedName']], unless: BY_USER, span: 8 },
  { finding: 'takesPersonal', act: ['give', 'take'], near: [['contacts', 'personal']], all: [['slot', 'url', 'address', 'host'], ['whole', 'covert', 'noDoing', 'always', 'also']], unless: BY_USER, span: 12, language: 'other' },
  { finding: 'sendsOut', act: ['give', 'change', 'publish'], mood: ORDER, near: [['address']], all: [['always', 'also', 'whole', 'before', 'instead', 'covert', 'regardless', 'later', 'pretext', 'earlier']], unless: [...BY_USER, 'default'], span: 12 },
  { finding: 'sendsOut', act: ['give', 'change', 'publish'], mood: ORDER, near: [['url', 'host']], all: [['always', 'also', 'whole', 'covert', 'regardless', 'later', 'noDoing'], ['output', 'otherData', 'answer', 'conversation', 'secret', 'files', 'personal', 'contacts', 'whole']], unless: [...BY_USER, 'default', 'source'], span: 12 },
  { finding: 'sendsOut', act: ['give'], mood: ['does'], near: [['thirdParty']], all: [['personal', 'conversation', 'secret', 'contacts', 'mine'], ['also', 'whole', 'covert', 'noDoing']], unless: BY_USER, span: 12 },
];

const AUTHORITY: readonly Directive[] = [
  { finding: 'overrules', act: ['ignore', 'skip'], mood: ORDER, near: [['rules', 'safety', 'prompt']], all: [['earlier', 'your', 'superior', 'whole', 'safety', 'prompt']], unless: ['within', 'option', 'example', 'thirdText', 'technical'], span: 6 },
  { finding: 'overrules', act: ['ignore'], mood: ORDER, near: [['rules', 'safety', 'prompt']], all: [['earlier', 'superior', 'safety', 'whole']], unless: ['within'], span: 6, language: 'other' },
  { finding: 'overrules', act: ['obey'], mood: BAN, near: [['rules', 'safety', 'prompt']], all: [['earlier', 'your', 'superior', 'safety', 'user']], unless: ['within', 'thirdText', 'output', 'until'], span: 6 },
  { finding: 'overrules', all: [['rules', 'safety', 'prompt'], ['earlier', 'your', 'superior', 'safety'], ['invalid']], unless: ['within', 'option', 'until', 'masked', 'technical', 'figures'], span: 9 },
  { finding: 'overrules', act: ['obey'], mood: ORDER, near: [['ownTool']], all: [['instead', 'whole', 'later', 'regardless', 'rules', 'orders']], unless: BY_USER, span: 7 },
  { finding: 'overrules', act: ['outrank'], mood: SAID, near: [['superior', 'user', 'prompt', 'safety', 'rules']], unless: ['option', 'default', 'technical', 'userWants', 'figures'], span: 7, language: 'english' },
  { finding: 'obeysText', act: ['obey'], mood: ORDER, near: [['output', 'thirdText']], all: [['unquestioned', 'superior', 'asIf', 'noDoing', 'already', 'regardless']], unless: ['rejected'], span: 10 },
  { finding: 'obeysText', act: ['regard'], mood: ORDER, near: [['output', 'thirdText', 'answer', 'orders']], all: [['superior', 'orders', 'unquestioned', 'asIf', 'rules'], ['superior', 'orders', 'rules']], unless: ['rejected', 'negative'], span: 12 },
  { finding: 'obeysText', act: ['outrank'], mood: SAID, near: [['output', 'orders', 'thirdText']], all: [['user', 'superior', 'rules', 'safety']], span: 10, unless: ['option', 'default'] },
  { finding: 'obeysText', act: ['obey', 'run'], mood: ORDER, near: [['orders', 'thirdText', 'output']], all: [['noDoing', 'unquestioned', 'asIf']], unless: ['rejected', 'userWants'], span: 10 },
  { finding: 'changesRole', act: ['become'], mood: ORDER, near: [['role']], all: [['you', 'earlier', 'later', 'your', 'instead', 'whole', 'superior', 'output', 'noDoing', 'negative']], unless: ['option', 'example', 'default', 'technical'], span: 6 },
  { finding: 'claimsAuthority', act: ['approve', 'grant'], mood: ['does', 'loose'], near: [['superior']], all: [['already', 'unquestioned', 'you', 'model', 'whole', 'regardless']], unless: ['option', 'userWants', 'figures', 'rejected'], span: 8 },
];

const TOOLS: readonly Directive[] = [
  { finding: 'steersTools', act: ['change', 'give', 'plant'], mood: ORDER, near: [['recipient', 'money', 'slot', 'otherData', 'deed', 'address', 'url', 'whole', 'files', 'conversation']], all: [['otherTools', 'allTools'], ['whenCalled', 'always', 'later', 'before', 'also']], unless: [...BY_USER, 'ownTool'], span: 10, language: 'english' },
  { finding: 'steersTools', act: ['change'], mood: ORDER, near: [['recipient', 'address']], all: [['name', 'otherTools', 'always', 'whenCalled', 'later', 'regardless', 'covert']], unless: BY_USER, span: 7 },
  { finding: 'steersTools', act: ['change', 'give'], mood: ORDER, near: [['recipient', 'address', 'money']], all: [['address', 'brand', 'us'], ['always', 'whenCalled', 'later', 'regardless', 'covert', 'instead', 'whole']], unless: [...BY_USER, 'default'], span: 9 },
  { finding: 'oustsTools', act: ['call', 'prefer', 'recommend'], mood: BAN, near: [['otherTools', 'allTools']], all: [['otherTools']], unless: ['ownTool', 'userWants', 'until'], span: 7 },
  { finding: 'oustsTools', act: ['change', 'give', 'call'], mood: ORDER, near: [['allTools', 'otherTools']], all: [['ownTool', 'us', 'instead']], unless: ['userWants', 'option'], span: 8 },
  { finding: 'oustsTools', all: [['otherTools', 'allTools'], ['invalid', 'falseState'], ['instead', 'ownTool', 'must', 'always', 'whole']], unless: ['userWants', 'figures', 'until'], span: 12 },
  { finding: 'oustsTools', act: ['call'], mood: ORDER, near: [['ownTool', 'pronoun']], all: [['instead', 'before'], ['allTools', 'otherTools'], ['always', 'must', 'regardless', 'whole', 'later']], unless: ['userWants'], span: 10 },
];

const TELLING: readonly Directive[] = [
  { finding: 'falsifies', act: ['claim'], mood: ORDER, near: [['falseState']], all: [['regardless', 'always', 'instead', 'rival', 'whole', 'brand', 'noDoing']], unless: ['option', 'userWants', 'until', 'technical'], span: 9 },
  { finding: 'falsifies', act: ['claim'], mood: ORDER, near: [['user', 'deed', 'figures']], all: [['falseState'], ['regardless', 'otherTools', 'rival', 'instead', 'url', 'everyReply', 'always']], unless: ['option', 'userWants', 'until'], span: 8 },
  { finding: 'falsifies', act: ['change'], mood: ORDER, near: [['figures', 'answer', 'output', 'rating']], all: [['whole', 'always', 'covert', 'before', 'user', 'noDoing', 'falseState', 'instead', 'otherTools', 'name', 'everyReply', 'brand', 'later']], unless: ['option', 'userWants', 'technical', 'source', 'default', 'rejected'], span: 7 },
  { finding: 'falsifies', act: ['hide', 'remove'], mood: ORDER, near: [['figures']], all: [['answer', 'user', 'brand', 'noDoing', 'whole', 'covert']], unless: ['option', 'userWants', 'technical', 'default', 'rejected', 'secret'], span: 7 },
  { finding: 'promotes', act: ['recommend', 'prefer'], mood: ORDER, near: [['brand', 'rating', 'host', 'url']], all: [['regardless', 'always', 'rival', 'everyReply', 'later', 'whole', 'answer', 'before', 'covert', 'user', 'noDoing']], unless: ['option', 'userWants', 'default', 'technical'], span: 8 },
  { finding: 'promotes', act: ['give', 'recommend', 'plant', 'tell'], mood: ORDER, near: [['advert', 'brand']], all: [['everyReply', 'answer', 'always', 'later', 'regardless']], unless: ['source', 'option', 'userWants', 'default'], span: 10 },
  { finding: 'promotes', act: ['belittle'], mood: ORDER, near: [['rival', 'otherTools']], unless: ['option', 'userWants'], span: 6 },
  { finding: 'promotes', act: ['recommend', 'tell', 'hide', 'claim'], mood: [...ORDER, ...BAN], near: [['rival']], all: [['falseState', 'regardless', 'everyReply', 'brand', 'always', 'invalid', 'user', 'answer']], unless: ['option', 'userWants', 'default', 'source'], span: 7 },
  { finding: 'promotes', act: ['give', 'recommend'], mood: ORDER, near: [['rating']], all: [['brand', 'whole', 'always', 'regardless', 'rival', 'ownTool', 'us']], unless: ['option', 'userWants', 'default', 'technical'], span: 6 },
  { finding: 'phishes', act: ['ask', 'claim', 'tell', 'enter'], mood: ORDER, near: [['user']], all: [['secret'], ['falseState', 'pretext', 'url', 'slot', 'name', 'conversation', 'quotedName', 'invalid']], unless: ['option', 'userWants', 'masked'], span: 6, isWarning: true },
];

const WORK: readonly Directive[] = [
  { finding: 'weakens', act: ['weaken', 'skip', 'remove'], mood: ORDER, near: [['protection']], unless: ['option', 'userWants', 'default', 'until', 'rejected', 'example'], span: 5 },
  { finding: 'weakens', act: ['grant'], mood: ORDER, near: [['superior', 'protection', 'clientConfig', 'rules']], all: [['always', 'also', 'before', 'regardless', 'covert', 'address', 'noDoing', 'thirdParty', 'us', 'ownTool']], unless: BY_USER, span: 9 },
  { finding: 'weakens', act: ['plant', 'grant'], mood: ORDER, near: [['clientConfig']], all: [['ownTool', 'us', 'whole', 'toolWord', 'noDoing']], unless: BY_USER, span: 9 },
  { finding: 'persists', act: ['plant', 'remember', 'change'], mood: ORDER, near: [['startup']], all: [['also', 'url', 'covert', 'ownTool', 'remoteCode', 'noDoing', 'always', 'pronoun', 'before', 'user', 'shell']], unless: BY_USER, span: 9 },
  { finding: 'persists', act: ['plant', 'remember'], mood: ORDER, near: [['memory']], all: [['later', 'always', 'rules', 'orders', 'ownTool', 'noDoing', 'unquestioned', 'brand', 'covert']], unless: BY_USER, span: 9 },
  { finding: 'persists', act: ['remember'], mood: ORDER, all: [['later'], ['rules', 'orders', 'brand', 'recipient', 'ownTool', 'answer', 'superior']], unless: BY_USER, span: 20 },
  { finding: 'persists', act: ['give', 'claim', 'call', 'recommend', 'obey', 'change', 'plant', 'ignore', 'run'], mood: ORDER, all: [['later', 'timer'], ['everyReply', 'answer', 'rules', 'superior', 'conversation', 'recipient', 'brand', 'advert', 'address', 'otherTools', 'allTools', 'regardless', 'secret']], unless: [...BY_USER, 'source', 'default'], span: 12 },
  { finding: 'harmsWork', act: ['remove', 'pay', 'approve', 'grant', 'publish', 'change', 'plant', 'weaken'], mood: ORDER, near: [['work', 'money', 'files']], all: [['covert', 'regardless', 'noDoing', 'timer', 'thirdParty', 'ifAsked']], unless: [...BY_USER, 'default', 'until'], span: 7 },
  { finding: 'harmsWork', act: ['pay'], mood: ORDER, near: [['money', 'address']], all: [['us', 'address', 'also', 'brand']], unless: BY_USER, span: 8 },
  { finding: 'runsCode', act: ['run', 'call', 'give', 'take', 'obey'], mood: ORDER, near: [['remoteCode']], all: [['url', 'host', 'shell', 'remoteCode']], unless: ['userWants', 'example', 'rejected', 'default', 'detect'], span: 8 },
];

const USER: readonly Directive[] = [
  { finding: 'opposesUser', act: ['ignore', 'refuse'], mood: ORDER, near: [['user']], unless: ['within', 'option', 'secret', 'until', 'thirdText', 'technical', 'figures', 'rejected'], span: 4 },
  { finding: 'opposesUser', act: ['prefer', 'obey'], mood: ORDER, near: [['us', 'ownTool', 'thirdParty']], all: [['user', 'instead'], ['instead', 'regardless', 'before', 'user']], unless: ['option', 'userWants'], span: 8 },
  { finding: 'threatens', all: [['you', 'model'], ['threat']], unless: ['option', 'userWants', 'figures', 'work', 'files', 'rejected', 'user'] , span: 5 },
];

export const DIRECTIVES: readonly Directive[] = [...CONCEALING, ...CONSENT, ...TAKING, ...AUTHORITY, ...TOOLS, ...TELLING, ...WORK, ...USER];
