/** The one vocabulary of the judge: what a sentence has done, to what, by whom, and how far. */

/** What a sentence has done. Words of an act are verbs; tokens.ts knows their forms. */
export type Act =
  | 'take'
  | 'give'
  | 'tell'
  | 'hide'
  | 'ask'
  | 'skip'
  | 'ignore'
  | 'call'
  | 'change'
  | 'obey'
  | 'regard'
  | 'claim'
  | 'recommend'
  | 'belittle'
  | 'remember'
  | 'run'
  | 'remove'
  | 'pay'
  | 'approve'
  | 'grant'
  | 'weaken'
  | 'publish'
  | 'plant'
  | 'become'
  | 'know'
  | 'prefer'
  | 'outrank'
  | 'enter'
  | 'refuse'
  | 'detect'
  | 'lapse';

/** What it is done to. */
export type Thing =
  | 'secret'
  | 'secretPlace'
  | 'homePath'
  | 'conversation'
  | 'talk'
  | 'prompt'
  | 'reasoning'
  | 'hiddenMind'
  | 'personal'
  | 'contacts'
  | 'files'
  | 'otherData'
  | 'consent'
  | 'rules'
  | 'safety'
  | 'otherTools'
  | 'allTools'
  | 'ownTool'
  | 'toolWord'
  | 'toolList'
  | 'name'
  | 'answer'
  | 'output'
  | 'thirdText'
  | 'orders'
  | 'newTask'
  | 'rating'
  | 'rival'
  | 'brand'
  | 'figures'
  | 'work'
  | 'money'
  | 'recipient'
  | 'shell'
  | 'remoteCode'
  | 'protection'
  | 'startup'
  | 'memory'
  | 'role'
  | 'deed'
  | 'falseState'
  | 'advert'
  | 'clientConfig'
  | 'harmless'
  | 'technical'
  | 'source';

/** Who acts, who is spoken to, and where something goes. */
export type Party = 'model' | 'you' | 'user' | 'nobody' | 'us' | 'superior' | 'thirdParty' | 'toolSubject';
export type Sink = 'slot' | 'quotedName' | 'address' | 'url' | 'host' | 'placeholder';

/** How far, when, on what condition, and how openly. */
export type Scope =
  | 'whole'
  | 'mine'
  | 'earlier'
  | 'found'
  | 'also'
  | 'always'
  | 'later'
  | 'everyReply'
  | 'timer'
  | 'before'
  | 'whenCalled'
  | 'covert'
  | 'regardless'
  | 'unneeded'
  | 'already'
  | 'asIf'
  | 'unquestioned'
  | 'instead'
  | 'must'
  | 'pretext'
  | 'ifAsked'
  | 'userWants'
  | 'userAsks'
  | 'demand'
  | 'against'
  | 'itSays'
  | 'boast'
  | 'extreme'
  | 'cameUp'
  | 'noConsent'
  | 'userRefuses'
  | 'hostile'
  | 'unasked'
  | 'newRole'
  | 'envName'
  | 'askedFor'
  | 'sole'
  | 'sameServer'
  | 'throughUs'
  | 'faulty'
  | 'option'
  | 'within'
  | 'until'
  | 'example'
  | 'default'
  | 'rejected'
  | 'masked'
  | 'this'
  | 'pronoun'
  | 'your'
  | 'invalid'
  | 'hidden'
  | 'threat'
  | 'negative'
  | 'noDoing'
  | 'settledConsent'
  | 'asData'
  | 'ownVoice'
  | 'settledAnswer'
  | 'copyOut'
  | 'topPlace'
  | 'foreign';

export type Concept = Act | Thing | Party | Sink | Scope;

/** The acts that take an assistant out of its place, each described in trusted text. */
export const FINDINGS = {
  conceals: 'keeps from the user what is done',
  skipsConsent: 'goes ahead without the consent of the user',
  takesSecrets: 'has secrets or private files taken or handed over',
  takesConversation: 'has the conversation handed over',
  takesPrompt: 'has the prompt or hidden reasoning handed over',
  takesPersonal: 'has personal data of the user handed over',
  sendsOut: 'sends what it gets to an address that nobody chose',
  overrules: 'sets rules or instructions of others aside',
  claimsAuthority: 'claims an authority that a tool does not have',
  obeysText: 'has text that a tool returns obeyed as commands',
  changesRole: 'gives the model another role',
  steersTools: 'changes how other tools are called',
  oustsTools: 'pushes other tools aside',
  falsifies: 'has the user told what is not true',
  promotes: 'steers opinions, ratings or recommendations',
  harmsWork: 'acts on work that is not its own',
  persists: 'wants to last beyond its call',
  runsCode: 'has foreign code or a dangerous command run',
  weakens: 'weakens a protection or takes more rights',
  phishes: 'has the user asked for a secret',
  opposesUser: 'turns the model against its user',
  threatens: 'threatens or rewards the model',
  speaksAsSystem: 'speaks to the model as a system or an operator',
  disguised: 'is written so that people do not read it',
  boasts: 'praises itself over others',
  presses: 'presses the model',
} as const;

export type Finding = keyof typeof FINDINGS;
