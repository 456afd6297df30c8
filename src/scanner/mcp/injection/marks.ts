/** What the punctuation and spelling of a normalised text say, apart from its words. */

/**
 * `speaks`: in the name of a system, or as a turn of a dialogue. `addresses`: to the model. `comment`: what people do not
 * see. `leaks`: an address that is filled with what was said.
 */
export type MarkKind = 'speaks' | 'addresses' | 'comment' | 'leaks';

export interface Mark {
  readonly kind: MarkKind;
  readonly from: number;
  readonly to: number;
}

const SPEAKERS =
  'AI|A\\.I\\.|LLMs?|assistants?|models?|agents?|language models?|chatbots?|Claude|ChatGPT|GPT|Copilot|Gemini|Cursor';
/**
 * Names of pseudo-tags, open or closed, that no markup language has; `importent` is how one attack wrote it. Honest texts are
 * divided by tags too (`<important_notes>`, `<instructions>`), and those say nothing.
 */
const TAG =
  '(?:very[ _-])?(?:import[ae]nt|critical|urgent)|(?:system|secret|hidden|admin|administrator|override|sys|inst|internal)(?:[ _-]{1,2}[a-z]{2,14}){0,3}|[a-z]{2,12}[ _-](?:override|directive|command)';
const BRACKETED =
  '/?(?:INST|SYS(?:TEM)?|HIDDEN|IMPORTANT|OVERRIDE|SHADOW|SECRET|EMERGENCY|DIRECTIVE|INSTRUCTIONS?|CONTRADICTION)|/?(?:INST|SYS(?:TEM)?|ADMIN(?:ISTRATOR)?|HIDDEN|INTERNAL|IMPORTANT|CRITICAL|OVERRIDE|DEVELOPER|ASSISTANT|SHADOW|SECRET|EMERGENCY|DIRECTIVE|INSTRUCTIONS?|PRIORITY|URGENT|CONTRADICTION)(?:[ :_-]{1,2}[\\w-]{1,16}){1,4}';

const PATTERNS: readonly (readonly [MarkKind, RegExp])[] = [
  [
    'speaks',
    /\b(?:hidden|secret|internal|priority|special|covert|confidential) (?:directives?|instructions?|commands?|orders?|tasks?|rules?) ?:/gi,
  ],
  ['speaks', /\b(?:AI (?:agents?|assistants?|models?|readers?|systems?|clients?)|chatbots) ?: /gi],
  ['speaks', /\bassistant ?: (?:sure|ok|okay|yes|certainly|i)\b/gi],
  ['speaks', /<\/(?:description|tool|tools|inputSchema|parameter|context|function|functions|user|prompt)>/gi],
  ['speaks', new RegExp(`(?<![\\w/:@.-])<\\s?/?\\s?(?:${TAG})\\s?/?>`, 'gi')],
  [
    'speaks',
    /\b(?:guidance|guidelines|advice|remark|information) (?:for|to) (?:the |all |any )?(?:AI|language models?|assistants?|agents?|LLMs?)\b ?:/gi,
  ],
  [
    'speaks',
    /(?:^|[.!?\n] ?)[\p{L}-]{3,20} (?:[\p{L}]{1,12} ){0,2}(?:an|fur|для|dla|pour|para|per|voor|van|od) (?:[\p{L}']{1,8} ){0,2}(?:sprachmodell|modell|modele|modelo|modello|model|assistent|asystent|asistent|помичник|помощник|ассистент|модел)\p{L}{0,4}[:,]/giu,
  ],
  // An image whose address is filled with facts about the user
  [
    'leaks',
    /!\[[^\]\n]{0,40}\]\([^)\s]{1,200}\{[^)\s]{1,60}\)(?=[^\n]{0,200}\b(?:you know|discussed|conversation|chat|profile|typed)\b)/gi,
  ],
  // "[developer channel, rev. 7]"
  [
    'speaks',
    /\[(?:developer|system|operator|admin|administrator|platform|vendor) (?:channel|layer|feed|bulletin|broadcast|level|role)[^\]\n]{0,40}\]/gi,
  ],
  ['speaks', /<policy [^>\n]{0,60}(?:level|source|priority)=/gi],
  [
    'speaks',
    /\b(?:AI |automated )?(?:assistants|agents|models|LLMs) (?:reading|processing|parsing|resolving|summari[sz]ing|who read|that read)\b[^.:\n]{0,20}:/gi,
  ],
  [
    'speaks',
    /\b(?:hinweis|anmerkung|notiz|remarque|note|nota|aviso|opmerking|uwaga)\b(?: [\p{L}']{1,14}){0,3} (?:fur|pour|para|per|voor|dla|aux?) (?:[\p{L}']{1,8} )?(?:sprachassistent|ki-|assistent|assistant|asistent|agent)/giu,
  ],
  [
    'speaks',
    /供(?:智能体|AI|助手|模型)(?:使用|阅读)|(?:智能体|助手)须知|служебная пометка|アシスタント(?:への|向け)/giu,
  ],
  ['speaks', /<\|[a-z_]{2,20}\|>|<<\/?SYS>>|\[\/?INST\]/gi],
  ['speaks', new RegExp(`\\[(?:${BRACKETED})\\]`, 'gi')],
  // "[Admin]" says who may call a tool.
  ['speaks', /\[(?:ADMIN|ADMINISTRATOR|INTERNAL|CRITICAL|DEVELOPER|ASSISTANT|PRIORITY|URGENT)\]/g],
  ['speaks', /(?:^|[\s"'>*#-])SYSTEM(?: (?:[A-Z]{4,14}|[a-z]{4,9}))?(?: \([^)\n]{1,60}\))? ?:/g],
  [
    'speaks',
    /\b(?:AGENT|AI|MODEL|ASSISTANT|LLM|SYSTEM|ADMIN|SAFETY|SECURITY|EMERGENCY|INSTRUCTION|DEVELOPER|OPERATOR|CRITICAL|HOST|PLATFORM|GLOBAL|IMPORTANT SYSTEM)[ _-](?:OVERRIDE|DIRECTIVE|PROTOCOL|BYPASS|NOTICE|UPDATE|MESSAGE|PROMPT|NOTE|INSTRUCTIONS?|ALERT|COMMAND)\b/g,
  ],
  [
    'speaks',
    /\b(?:system|security|operator|developer) (?:override|directive|notice|note|instruction|update|message)\b ?[:-]/gi,
  ],
  ['speaks', /\b(?:OVERRIDE|ADMIN|JAILBREAK) (?:DIRECTIVE|MODE|POLICY|PROTOCOL)\b/g],
  [
    'addresses',
    new RegExp(
      `\\b(?:notes?|notice|attention|message|reminder|instructions?|directive|memo|warning|addendum|hint) (?:to|for) (?:the |any |all |an? |your )?(?:[a-z]{2,9} )?(?:${SPEAKERS})\\b ?(?:[:-]|only\\b|reading\\b)`,
      'gi',
    ),
  ],
  ['speaks', new RegExp(`\\b(?:dear|hey|hello|attention,?) (?:${SPEAKERS})\\b`, 'gi')],
  [
    'speaks',
    new RegExp(`\\b(?:if|since|because|as) you(?: a|')re (?:an? |the )?(?:[a-z]{2,10} )?(?:${SPEAKERS})\\b`, 'gi'),
  ],
  [
    'addresses',
    /\bthe (?:AI |LLM |language )?(?:assistant|model|agent|LLM|AI) (?:must|should|shall|will now|is now|needs to|has to|is (?:obliged|required|expected|instructed|ordered) to)\b(?! (?:not|never|n't|NOT)\b)/gi,
  ],
  [
    'addresses',
    /\b(?:hinweis|anweisung|notiz|note|remarque|consigne|nota|aviso|istruzione|instrucci[oó]n|instru[cç][aã]o) (?:f[uü]r|an|pour|[aà]|para|per) (?:die |den |das |la |el |il |o |a |l')?(?:KI|IA|AI|modelle?|modell?o|mod[eè]le|sprachmodell|assistent\p{L}{0,3}|asistente|agente?)\b/giu,
  ],
  [
    'addresses',
    /[给致对] ?(?:AI|人工智能|模型|助手)|(?:AI|モデル|アシスタント)への|для (?:ИИ|модели|ассистента)|AI에게|للذكاء الاصطناعي/giu,
  ],
  ['speaks', /\bnew (?:instructions?|directives?|task|system prompt|orders?) ?:/gi],
  ['speaks', /\{\{ ?(?:INSTRUCTIONS?|SYSTEM|PROMPT|DIRECTIVE) ?:/g],
  ['speaks', /--- ?(?:BEGIN|END|START)(?: OF)? (?:USER|SYSTEM|TOOL|DESCRIPTION|INPUT|PROMPT)[^\n-]{0,30}---/gi],
  ['addresses', /\b(?:agent|assistant|AI|model|LLM) (?:note|notice|directive|reminder) ?:/gi],
  ['speaks', /\bif you are reading this\b/gi],
  // One that is addressed to people is theirs.
  [
    'comment',
    /<!--(?! ?(?:-->|(?:note (?:to|for) )?(?:editors?|authors?|maintainers?|translators?|contributors?|reviewers?|todo|fixme) ?:))[^>]{0,600}/gi,
  ],
  ['comment', /\[\/\/\]: # ?[("'][^\n]{0,400}/g],
  ['comment', /(?:^|\s)(?:\/\/|#|--|%%) ?(?:agent|assistant|AI|LLM|model) ?: [^\n]{0,400}/gi],
  ['comment', /\/\* ?(?:agent|assistant|AI|LLM|model|system) ?:[^\n]{0,400}/gi],
  ['comment', /<(?:span|div|p) [^>]{0,60}(?:display: ?none|hidden|font-size: ?0|opacity: ?0)[^>]{0,60}>[^<]{0,400}/gi],
  ['speaks', /^(?:human|user|assistant) ?: [^\n]{1,300}? (?:human|user|assistant) ?:/gim],
  [
    'speaks',
    /(?:^|[.!?)\n] {0,3})(?:human|user|assistant): (?:please|also|of course|sure|i'll|i will|understood|go ahead|delete|send)\b/gi,
  ],
  ['speaks', /'''(?:system|developer|assistant)\s{0,3}\n/gi],
  [
    'addresses',
    /["']?\b(?:note|message|instruction|hint)s?_(?:to|for)_(?:the_)?(?:assistant|agent|model|ai|llm)\b["']? ?:/gi,
  ],
  [
    'leaks',
    /[?&][\w-]{1,20}=[{<[$(]{1,2}[\w '-]{0,60}\b(?:conversation|chat|transcript|system[ _]prompt|messages so far)\b/gi,
  ],
  ['speaks', /### (?:instruction|response|system) ?:/gi],
  ['leaks', /[?&][a-z_]{1,12}=(?=['"`)\s<]|$)/gi],
  ['speaks', /\{\{#?\/?(?:system|assistant|user)\}\}/gi],
  ['speaks', /"role" ?: ?"(?:system|developer)" ?, ?"content"/gi],
  [
    'speaks',
    /\[(?:host|runtime|client|admin|platform|security)(?: (?:notice|message|note|alert|update|policy))[^\]\n]{0,40}\]/gi,
  ],
  [
    'speaks',
    /\b(?:message|notice|note) from (?:the )?(?:MCP |AI )?(?:host|client|runtime|platform|operator|administrator|security team)\b/gi,
  ],
  ['speaks', /\bp\.? ?s\.? to (?:the |any |whichever |all )?(?:[a-z]{2,9} )?(?:model|assistant|agent|AI|LLM)s?\b/gi],
  [
    'addresses',
    /\b(?:is|are|part follows?|below is) (?:intended |meant )?for (?:AI |language |automated )?(?:models|assistants|agents|LLMs) (?:only|and is not|and are not)\b/gi,
  ],
  [
    'speaks',
    /<\/?(?:tool_description|host_policy|system-reminder|INFORMATION|information_from[a-z_]{1,20}|system_prompt|policy level[^>]{0,20})>/g,
  ],
];

export function marksIn(text: string): Mark[] {
  return PATTERNS.flatMap(([kind, pattern]) =>
    // Most texts hold none, and matchAll makes a copy of the pattern first.
    text.search(pattern) === -1
      ? []
      : [...text.matchAll(pattern)].map(({ 0: match, index }) => ({ kind, from: index, to: index + match.length })),
  );
}
