import { NO_TOOLS, trimmed } from '../../mcp/tools.ts';
import type { McpTool } from '../../model/mcp.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { gradeShare, listEvidence, percentOf } from './evidence.ts';

const PERCENT = { pass: 70, warn: 30 };
/** Of the tools that say what a call changes, costs or is limited to. */
const EFFECTS_SHARE = 0.3;
const WITHOUT_EFFECTS = 0.85;

export default defineCheck({
  id: 'M15',
  slug: 'usage-guidance',
  series: 'mcp',
  category: 'tools',
  titles: {
    pass: 'Tools say when to use them and what they return',
    fail: 'Tools do not say when to use them or what they return',
    action: 'Say when to use each tool and what it returns',
  },
  why: 'Between similar tools a model decides by when to use them and what they return. Most descriptions leave this out.',
  rule: 'Counts the tools whose description says when to use or not use it, what it returns or what it needs first, gives an example, or names another tool of the server. Passes from 70 %, with the full weight when 30 % also say what a call changes, costs or is limited to, else with 85 %. Warns from 30 %. Fails below. Not applicable without tools.',
  sources: ['https://arxiv.org/abs/2602.18914', 'https://pypi.org/project/tdqs/'],
  needs: ['handshake', 'tools'],
  evaluate({ handshake, tools }) {
    if (tools.length === 0) return notApplicable(NO_TOOLS);
    const siblings = tellingNames(tools);
    const silent = tools.filter((tool) => !givesGuidance(tool, siblings));
    const guided = tools.length - silent.length;
    const evidence = {
      ...listEvidence(handshake, 'tools/list'),
      measured: `${percentOf(guided, tools.length)} %`,
      threshold: `${PERCENT.pass} %`,
      examples: silent.map(({ name }) => name),
    };
    const status = gradeShare(guided, tools.length, PERCENT);
    const message = `${guided} of ${tools.length} tools say when to use them or what comes back.`;
    if (status === 'pass') {
      const isComplete = tools.filter(saysEffects).length >= tools.length * EFFECTS_SHARE;
      return isComplete
        ? pass(message, evidence)
        : pass(`${message} Too few say what a call changes, costs or is limited to.`, evidence, WITHOUT_EFFECTS);
    }
    return (status === 'warn' ? warn : fail)(message, {
      howToFix:
        'Add one short line to each description: "Use when ...; for ... use `other_tool`. Returns ...". Keep it compact: every word is paid for in each conversation.',
      evidence,
    });
  },
});

/**
 * Phrases by which a description says when to use a tool or when not, its result, its prerequisites, or gives an
 * example. Tried on the tools of nine real servers, and reviewed in the languages most servers are written in. Every
 * gap is bounded, so that each pattern takes linear time.
 */
export const GUIDANCE: readonly RegExp[] = [
  /\buse (?:this|it|when|for|to|only|instead|if)\b|\b(?:use|useful|best|meant|intended|suited|ideal) (?:when|for|to|if)\b/i,
  /\bwhen (?:you|the user|a user|to|asked)\b|\bif (?:you|the user) (?:want|need|ask|already)/i,
  /\binstead of\b|\brather than\b|\bprefer\b|\bdo not use\b|\bdon't use\b|\bnot for\b|\bonly (?:if|when|for|after)\b|\bunlike\b/i,
  /\b(?:call|run|use|invoke)\b.{0,30}\b(?:first|before|after)\b|\bafter (?:calling|using|running)\b|\bbefore (?:calling|using|running)\b/i,
  /\breturns?\b|\breturning\b|\boutputs?\b|\bresponds with\b|\byields\b|\bgives back\b/i,
  /\brequires?\b|\bmust (?:be|have|first)\b|\bneeds? (?:a|an|the|to)\b|\bprerequisites?\b|\bdefaults? to\b|\blimited to\b/i,
  /\be\.g\.|\bfor example\b|\bfor instance\b|\bexamples?\b|\bsuch as\b/i,
  /\b(?:gibt .{0,60} zurück|liefert|verwende|verwenden|nutze|zum beispiel|z\. ?b\.|benötigt|erfordert|statt)(?!\p{L})/iu,
  /\b(?:renvoie|retourne|utiliser|utilisez|par exemple|nécessite|au lieu de)(?!\p{L})/iu,
  /\b(?:devuelve|retorna|utilice|úsalo|usar cuando|por ejemplo|requiere|en lugar de|use quando|por exemplo|requer|em vez de)(?!\p{L})/iu,
  /返回|使用|适用|用于|用於|例如|比如|需要|返します|返す|使って|例えば|場合|必要|반환|사용|예를 들어|필요/u,
];

/** What a call changes, costs or is limited to. */
const EFFECTS: readonly RegExp[] = [
  /\b(?:read-only|does not (?:change|modify)|changes? nothing|cannot be undone|irreversible|permanently|overwrites?|creates? an?|deletes?|modifies|charges?)\b/i,
  /\b(?:costs?|credits?|billed|free of charge|rate[- ]limit(?:s|ed)?|quota)\b/i,
  /\b(?:at most|up to|maximum of|no more than|limited to|max\.?) (?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|a hundred|a thousand)\b/i,
];

/** Longer descriptions are read up to here. */
const MAX_CHARS = 16_384;
/** A name that no prose would hold by chance: of several words, or with a digit or capital inside. */
const TELLING_NAME = /^.+[A-Z0-9_.-]/s;

/** Names of tools that a text can refer to without meaning the plain word. */
export const tellingNames = (tools: readonly McpTool[]): ReadonlySet<string> =>
  new Set(tools.map(({ name }) => name).filter((name) => TELLING_NAME.test(name)));

/**
 * Whether a tool's description says more than what the tool does: when to use it, when not, what it returns, what it
 * needs, an example, or which other tool to use.
 * @param siblings as `tellingNames` gives them for all tools of the server
 */
export function givesGuidance(tool: McpTool, siblings: ReadonlySet<string>): boolean {
  const text = trimmed(tool.description).slice(0, MAX_CHARS).replace(/\s+/g, ' ');
  return GUIDANCE.some((pattern) => pattern.test(text)) || namesSibling(text, tool.name, siblings);
}

/** Whether a tool's description says what a call changes, costs or is limited to. */
function saysEffects({ description }: McpTool): boolean {
  const text = trimmed(description).slice(0, MAX_CHARS).replace(/\s+/g, ' ');
  return EFFECTS.some((pattern) => pattern.test(text));
}

function namesSibling(text: string, own: string, siblings: ReadonlySet<string>): boolean {
  for (const [token] of text.matchAll(/[A-Za-z0-9_.-]+/g)) {
    const name = withoutFullStop(token);
    if (name !== own && siblings.has(name)) return true;
  }
  return false;
}

/** Counts back by hand: `/[.-]+$/` would be tried at every dot of a long row of them. */
function withoutFullStop(token: string): string {
  let end = token.length;
  while (end > 0 && (token[end - 1] === '.' || token[end - 1] === '-')) end -= 1;
  return token.slice(0, end);
}
