import { siteAttackIn } from '../../mcp/injection/judge.ts';
import { type JsonFile, optionalJson } from '../../model/http.ts';
import { AGENT_CARD_KEYS, readAgentCard } from '../../parse/agent-files/agent-cards.ts';
import { stringsIn } from '../../parse/json/json.ts';
import { defineCheck, fail, notApplicable, pass, unmeasured, warn } from '../define.ts';
import { evidenceOf } from '../evidence.ts';
import { supportedInterfacesDraft } from './drafts.ts';

export default defineCheck({
  id: 'S23',
  slug: 'agent-card',
  series: 'site',
  category: 'capability',
  titles: {
    pass: 'The agent card is complete',
    fail: 'The agent card is incomplete or invalid',
    action: 'Complete the agent card',
  },
  why: 'Another agent decides from the card alone whether and how to call yours. Clients drop a card that lacks a required field.',
  rule: 'Passes when /.well-known/agent-card.json has all fields that A2A 1.0 requires: name, description, version, supportedInterfaces (url, protocolBinding, protocolVersion), capabilities, default modes and skills (id, name, description, tags). Warns about the 0.3 format (a top-level url), the old path /.well-known/agent.json, skills without tags, or text that gives orders against the user. Fails when the card is unreadable or incomplete. Not applicable without a card.',
  sources: ['https://a2a-protocol.org/latest/specification/', 'https://www.rfc-editor.org/rfc/rfc8615'],
  needs: ['wellKnown'],
  evaluate({ wellKnown: { files } }) {
    const today = optionalJson(files.agentCard, AGENT_CARD_KEYS);
    const isLegacyPlace = today.state === 'absent';
    const file: JsonFile = isLegacyPlace ? optionalJson(files.legacyAgentCard, AGENT_CARD_KEYS) : today;
    const probe = isLegacyPlace ? files.legacyAgentCard : files.agentCard;
    if (file.state === 'absent' || probe === undefined) return notApplicable('There is no agent card.');
    const evidence = evidenceOf(probe);
    if (file.state === 'unknown') return unmeasured('Whether there is an agent card could not be measured.', evidence);
    if (file.state === 'broken')
      return fail(`The agent card cannot be used: ${file.problem}.`, { howToFix: HOW_TO_FIX, evidence });

    const card = readAgentCard(file.value);
    const { url } = file.value;
    const draft =
      card.version === '0.3' && typeof url === 'string' ? { draft: supportedInterfacesDraft(url.slice(0, 2000)) } : {};
    if (card.missing.length > 0) {
      return fail(`The agent card lacks ${card.missing.join(', ')}.`, {
        howToFix: `Add ${card.missing.join(', ')} as A2A 1.0 defines them.`,
        evidence: { ...evidence, ...draft },
      });
    }
    const attack = siteAttackIn(stringsIn(file.value).join('\n\n'));
    const warnings = [
      card.version === '0.3' && 'it has the shape of version 0.3',
      isLegacyPlace && 'it stands only at the old place, /.well-known/agent.json',
      ...card.warnings,
      attack !== undefined && `it commands agents against their user (it ${attack.says})`,
    ].filter((warning) => warning !== false);
    if (warnings.length === 0) return pass('The agent card has all that A2A 1.0 requires.', evidence);
    return warn(`The agent card can be read, but ${warnings.join('; ')}.`, {
      howToFix: HOW_TO_FIX,
      evidence: { ...evidence, ...draft },
    });
  },
});

const HOW_TO_FIX =
  'Serve the card as JSON at /.well-known/agent-card.json with every field that A2A 1.0 requires: move url into supportedInterfaces: [{url, protocolBinding, protocolVersion}], and give each skill an id, a name, a description and tags.';
