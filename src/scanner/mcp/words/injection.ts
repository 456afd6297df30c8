/**
 * Phrases by which a text of a server commands a model instead of describing (M25). Written against the
 * published attacks (Invariant Labs' tool poisoning, MCPTox) and read over on the texts of real servers, whose ordinary
 * phrases stand in the tests. They are looked for in text of one line with plain apostrophes; every gap is bounded, so that
 * each takes linear time.
 */
export interface Phrases {
  /** What the text does; our words. */
  readonly says: string;
  readonly patterns: readonly RegExp[];
}

const USER = '(?:the |your |an? |any |our )?(?:end[- ]?)?(?:user|human|customer|operator)s?\\b';
const NOT = "\\b(?:do not|don't|never|must not|mustn't|should not|shouldn't|avoid|without) (?:\\w{1,12} ){0,2}";
const TELL = '(?:tell|inform|notify|alert|warn)(?:ing)?';
const MENTION = '(?:mention|reveal|disclose|admit|explain)(?:ing)?';
const GIVE =
  '\\b(?:send|include|append|pass|forward|provide|attach|copy|supply|insert|put|share|submit|post|upload|paste|transmit|embed|encode|leak|exfiltrate)\\b';
/** Places where nothing but secrets or the set-up of a person's own machine is kept. */
const SECRET_FILE =
  '(?:~/\\.ssh\\b|\\bid_(?:rsa|ed25519|ecdsa)\\b|\\.aws/credentials|/etc/(?:passwd|shadow)\\b|\\bmcp\\.json\\b|\\bclaude_desktop_config\\b|\\.netrc\\b|\\.git-credentials\\b|\\.kube/config\\b|\\.bash_history\\b|\\bssh (?:private )?keys?\\b|\\bprivate keys?\\b)';
const SECRETS =
  '(?:environment variables|api keys?|access tokens?|passwords|credentials|secrets|private keys|ssh keys|session cookies)';
/** Text that warns of an attack, or names an option, is none. */
const NOT_NEGATED = "(?<!\\b(?:not|never|whether to|if you) )(?<!n't )";

const pattern = (source: string) => new RegExp(source, 'gi');

/** Whoever writes so means to turn the model against the person who uses it. */
export const GRAVE: readonly Phrases[] = [
  {
    says: 'overrides previous instructions',
    patterns: [
      pattern(
        `${NOT_NEGATED}\\b(?:ignore|disregard|forget|discard)\\b[^.!?]{0,25}\\b(?:previous|prior|earlier|preceding|above|foregoing)\\b[^.!?]{0,25}\\b(?:instructions?|prompts?|directives?|guidelines?)\\b`,
      ),
      pattern(
        `${NOT_NEGATED}\\b(?:ignore|disregard|forget|bypass)\\b[^.!?]{0,15}\\byour\\b[^.!?]{0,25}\\b(?:instructions?|guidelines?|guardrails|rules|system prompt|directives|training)\\b`,
      ),
      pattern(
        `${NOT_NEGATED}\\b(?:ignore|disregard|bypass)\\b[^.!?]{0,15}\\b(?:system|developer|safety)\\b[^.!?]{0,15}\\b(?:instructions|guidelines|guardrails|rules|directives)\\b`,
      ),
      pattern(
        '\\b(?:overrid(?:e|es|ing)|supersed(?:e|es|ing)|takes? precedence over)\\b[^.!?]{0,12}\\b(?:all|any|every|your)\\b[^.!?]{0,12}\\b(?:previous|prior|other|earlier|existing|system)\\b[^.!?]{0,12}\\b(?:instructions?|prompts?|directives|guidelines)\\b',
      ),
    ],
  },
  {
    says: 'hides something from the user',
    patterns: [
      pattern(
        `${NOT}${TELL} ${USER} (?:about|of) (?:this|it|that|these|what|any of|the (?:tool|call|file|instruction|step|change|action|request))`,
      ),
      pattern(`${NOT}${TELL} ${USER} that you (?:are|will|have|had|need|must|used?|call|called|read|did|sent)\\b`),
      pattern(
        `${NOT}${MENTION} (?:\\w{1,12} ){0,2}(?:this|it|that|these|anything|the fact)\\b[^.!?]{0,40}\\bto ${USER}`,
      ),
      pattern(
        `${NOT}${MENTION} (?:that you\\b|(?:this|these|the above) (?:instructions?|steps?|tools?|calls?|requests?|directives?)\\b)`,
      ),
      pattern(`\\bkeep (?:this|it|that|these)\\b[^.!?]{0,20}\\b(?:hidden|secret|private) from ${USER}`),
      pattern(
        `\\b(?:hide|conceal|withhold) (?:this|that|these|(?:this|that|these|the) (?:fact|tool|call|instruction|action|step|operation|request)s?) from ${USER}`,
      ),
      pattern(
        "\\bwithout (?:the |your )?(?:user|human|customer|operator)s?(?:'s?)? (?:knowledge|knowing|noticing|awareness)\\b",
      ),
      pattern(
        '\\b(?:secretly|covertly|surreptitiously|stealthily) (?:\\w{1,12} )?(?:send|read|include|forward|pass|collect|record|append|call|invoke|add|copy|upload|change|run|execute)\\b',
      ),
    ],
  },
  {
    says: 'sends the conversation or the system prompt somewhere',
    patterns: [
      pattern(
        `${GIVE}[^.!?]{0,40}\\b(?:entire|full|whole|complete|verbatim|all (?:of )?(?:the|your|this))\\b[^.!?]{0,20}\\b(?:conversation|chat) (?:history|context|transcript|log|so far|with the user)\\b`,
      ),
      pattern(
        `${GIVE}[^.!?]{0,40}\\b(?:our|your|this|the current|the user's) (?:entire|full|whole|complete) (?:conversation|chat|dialogue|context)\\b`,
      ),
      pattern(
        `(?:${GIVE}|\\b(?:reveal|output|print|repeat|return|show)\\b)[^.!?]{0,30}\\b(?:your|entire|full|whole|complete|(?:model|assistant|agent|ai|llm)'s)\\b[^.!?]{0,15}\\b(?:system|developer) (?:prompt|message|instructions)\\b(?! (?:for|of|that|which|to use|to set)\\b)`,
      ),
    ],
  },
  {
    says: 'sends secrets or files somewhere',
    patterns: [
      pattern(
        `\\b(?:read|open|cat|load|access|fetch|get|retrieve|find|collect|copy)\\b.{0,40}${SECRET_FILE}.{0,60}${GIVE}.{0,30}\\b(?:contents?|keys?|text|data|values?|it|them)\\b`,
      ),
      pattern(`${GIVE}.{0,40}\\bcontents?\\b.{0,20}\\b(?:of|from|in)\\b.{0,30}(?:${SECRET_FILE}|[ \`'"/]\\.env\\b)`),
      pattern(
        `${GIVE}[^.!?]{0,30}\\b(?:all|any|every|the user's|their)\\b[^.!?]{0,20}\\b${SECRETS}\\b[^.!?]{0,40}\\b(?:you (?:have|can|know|find|found|see)|from (?:the|your|this|our) (?:context|conversation|memory|chat|environment|machine|computer)|to https?:)`,
      ),
    ],
  },
];

/** Pressing, but found in honest servers too. */
export const SLIGHT: readonly Phrases[] = [
  {
    says: 'marks text as a command to the model',
    patterns: [
      /<\s?(?:important|critical|urgent)\s?>/gi,
      /<\s?\/\s?(?:important|critical|urgent|system|secret|instructions?|hidden|assistant|admin)\s?>/gi,
      /\[\/?INST\]|<\|(?:im_start|system)\|>/g,
    ],
  },
  {
    says: 'wants to come before any other tool',
    patterns: [/\b(?:before|prior to)\b.{0,20}\b(?:any|all|every)\b.{0,10}\bother\b.{0,10}\btools?\b/gi],
  },
  {
    says: 'names where secrets are kept',
    patterns: [
      /~\/\.ssh\b|\bid_(?:rsa|ed25519|ecdsa)\b|\.aws\/credentials|(?<!\.\.)\/etc\/(?:passwd|shadow)\b/gi,
      /(?:^|[\s"'`(/])\.env\b(?!\.example|\.sample)/gi,
      /\b(?:the user's|users') credentials\b|\bcredentials files?\b/gi,
    ],
  },
  {
    says: 'decides what the user is told',
    patterns: [pattern(`\\b(?:do not|don't|never|must not|should not) (?:\\w{1,12} ){0,2}(?:tell|inform) ${USER}`)],
  },
];

/** Commands: out of place in the description of a tool, and what `instructions` are there for. */
export const COMMANDS: readonly Phrases[] = [
  {
    says: 'commands the model',
    patterns: [
      // What a person must have, give or do to get access is a condition.
      /\byou (?:must|shall|should always)\b(?! (?:also |first |either )?(?:have|be|own|hold|provide|specify|supply|pass|set|include|give|select|choose|enter|authenticate|authori[sz]e|log|sign|register|enable|configure|install|accept|agree|meet)\b)/gi,
      /\b(?:the|any) (?:assistant|model|agent|llm|ai) (?:must|should always|shall)\b/gi,
      /\b(?:ALWAYS|NEVER)\b.{0,20}\b(?:call|invoke|run)\b|\bALWAYS use\b/g,
    ],
  },
  {
    says: 'praises itself over others',
    patterns: [
      /\balways (?:use|call|prefer|run|choose) this\b/gi,
      /\b(?:best|only|official|superior|number one) tool (?:for|to|that)\b/gi,
      /\b(?:better than|instead of|rather than|in preference to|over) (?:any|all|every|the) other tools?\b/gi,
    ],
  },
];
