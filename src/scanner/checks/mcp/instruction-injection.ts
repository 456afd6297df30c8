import { judge, type Verdict } from '../../mcp/injection/judge.ts';
import { wordsOfName } from '../../mcp/tools.ts';
import type { AdvertisedText, McpTool } from '../../model/mcp.ts';
import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, pass, warn } from '../define.ts';
import { directoryVerdict } from './directory-rules.ts';
import { gradedFindings, notAllRead } from './evidence.ts';

export default defineCheck({
  id: 'M25',
  slug: 'instruction-injection',
  series: 'mcp',
  category: 'safety',
  titles: {
    pass: 'No text of the server gives orders to the model',
    fail: 'Text of the server gives orders to the model',
    action: 'Remove the text that gives orders to the model',
  },
  why: 'The model reads all text that a server advertises together with the user’s request. Text that commands instead of describing can turn it against that user, and directories refuse it.',
  rule: 'Reads every string and key that the server lists as a model does: look-alike letters, entities, invisible characters, spaced letters and one layer of base64, hexadecimal digits or turned letters are resolved. A description may say what its tool does and how to call it. Each sentence is read for the act, the object, the addressee and the scope, in English and eleven other languages. Fails when a sentence directs the model at something else: other tools, files, secrets, the conversation, hidden reasoning, contacts, consent, what the user is told, opinions, work of others, later moments, or a claimed authority; and when text that is hidden or speaks as a system gives an order. Warns about praise over other tools, phrases of attacks quoted as examples, parameters for passwords, keys, card or identity numbers or one-time codes, and text that could not be read (after 2,097,152 characters, or below depth 64). Passes otherwise. No finding is no proof: rules cannot reach every wording.',
  sources: [
    'https://invariantlabs.ai/blog/mcp-security-notification-tool-poisoning-attacks',
    'https://support.claude.com/en/articles/11697096-anthropic-mcp-directory-policy',
    'https://developers.openai.com/apps-sdk/app-submission-guidelines',
    'https://github.com/snyk/agent-scan',
  ],
  needs: ['handshake', 'advertised'],
  wants: ['tools'],
  evaluate({ handshake, advertised, tools }) {
    const { texts } = advertised;
    const { grave, slight, evidence: found } = gradedFindings(handshake, injectionsIn(texts, tools));
    const evidence = { ...found, directories: [directoryVerdict('commands', grave.length === 0)] };
    if (grave.length > 0) {
      return fail(`The model is commanded against its user in ${pluralize(grave.length, 'place')}.`, {
        howToFix: 'Remove what the findings quote. Describe what a tool does and needs; do not command the model.',
        evidence,
      });
    }
    if (slight.length > 0) {
      return warn(`The model is pressed, or asked for secrets, in ${pluralize(slight.length, 'place')}.`, {
        howToFix:
          'Turn commands into descriptions ("Use when ...", "Needs ... first"), and take secrets from the authorization of the connection instead of parameters.',
        evidence,
      });
    }
    return (
      notAllRead(advertised, evidence) ??
      pass(`None of ${texts.length} strings commands the model. No finding is no proof.`, evidence)
    );
  },
});

/**
 * Parameters by which a tool asks for what must not pass through a model: passwords, keys, identity and card numbers,
 * one-time codes. Words of the name joined by `_`, lower-case; it is enough that the name ends so.
 */
const SENSITIVE_ENDINGS: readonly string[] = [
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'api_key',
  'apikey',
  'api_secret',
  'secret_key',
  'client_secret',
  'private_key',
  'ssn',
  'social_security_number',
  'card_number',
  'credit_card',
  'cvv',
  'cvc',
  'mfa_code',
  'otp',
  'otp_code',
  'totp',
  'totp_code',
  'two_factor_code',
  'seed_phrase',
];

export interface InjectedText {
  /** The path of the text. */
  readonly at: string;
  readonly severity: 'fail' | 'warn';
  /** Trusted text, then an unescaped piece of the server's text: escape it before display. */
  readonly found: string;
}

/** Shorter texts and keys are names, which command nothing. */
const MIN_CHARS = 12;

/** Where texts of a server command a model or ask for secrets (M25). */
export function injectionsIn(texts: readonly AdvertisedText[], tools: readonly McpTool[] = []): InjectedText[] {
  const collections = new Set(texts.filter(isCollectionType).map(({ path }) => path));
  const names = new Set(tools.map(({ name }) => name));
  return texts.flatMap(({ path, kind, text }): InjectedText[] => {
    const asks = kind === 'key' && isParameter(path, text) && isSensitive(text) && !collections.has(`${path}.type`);
    const verdict =
      (text.length < MIN_CHARS ? undefined : judge(text, names)) ??
      (kind === 'key' && isParameter(path, text) ? demandIn(text) : undefined);
    return [
      ...(verdict === undefined
        ? []
        : [{ at: path, severity: verdict.severity, found: `${verdict.says}: ${verdict.excerpt}` }]),
      ...(asks ? [{ at: path, severity: 'warn' as const, found: `a parameter that asks for a secret: ${text}` }] : []),
    ];
  });
}

/** A shorter name says what a value is, and not where the model is to take it. */
const DEMAND_WORDS = 4;

/** A name alone can be the demand: `content_from_reading_ssh_id_rsa`. */
function demandIn(key: string): Verdict | undefined {
  const words = wordsOfName(key);
  if (words.length < DEMAND_WORDS) return undefined;
  const verdict = judge(
    `A value. Give the ${words.join(' ').replace('ssh id rsa', '~/.ssh/id_rsa')} in this parameter.`,
  );
  return verdict?.concepts.has('secretPlace') ? { ...verdict, excerpt: key } : undefined;
}

/** What holds other values is named by their kind, as the settings of each type of authentication are. */
const isCollectionType = ({ path, kind, text }: AdvertisedText): boolean =>
  kind === 'value' && path.endsWith('.type') && (text === 'array' || text === 'object');

/** A property of an input schema, by the last steps of its path (see advertised-text.ts, which cuts each step). */
const isParameter = (path: string, key: string): boolean =>
  /^tools(?:Again)?\./.test(path) && path.includes('.inputSchema.') && path.endsWith(`.properties.${key.slice(0, 64)}`);

function isSensitive(key: string): boolean {
  const name = wordsOfName(key).join('_');
  return SENSITIVE_ENDINGS.some((ending) => name === ending || name.endsWith(`_${ending}`));
}
