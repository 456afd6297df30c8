import { parseUrl } from '../../basics/parse-url.ts';
import type { Probe } from '../model/http.ts';
import type { HostVariant, HostVariantsArtifact } from '../model/site.ts';
import { headLinkHref } from '../parse/html/rough-html.ts';
import { registrableDomain } from '../parse/url/registrable-domain.ts';
import { defineGatherer } from './define.ts';

export const hostVariants = defineGatherer({
  artifact: 'hostVariants',
  needs: ['target'],
  async gather({ client }, { target }): Promise<HostVariantsArtifact> {
    const { hostname, port } = new URL(target.finalUrl);
    // What answers at the default ports is another service than the one behind an explicit port.
    if (target.isPrivateHost || port !== '') return { variants: [] };
    const other = alternateHost(hostname);
    const wanted: [HostVariant['kind'], string][] = [
      ['http', `http://${hostname}/`],
      ['https', `https://${hostname}/`],
      ...(other === undefined ? [] : [['alternate-host', `https://${other}/`] as [HostVariant['kind'], string]]),
    ];
    const variants = await Promise.all(
      wanted.map(async ([kind, url]) => {
        const probe = await client.file(url);
        return { kind, probe, canonical: canonicalOf(probe) };
      }),
    );
    return { variants };
  },
});

/** www.example.com for example.com and the other way round; undefined for deeper names and addresses. */
function alternateHost(hostname: string): string | undefined {
  const domain = registrableDomain(hostname);
  if (!domain.includes('.') || /^[\d.]+$/.test(hostname) || hostname.includes(':')) return undefined;
  if (hostname === domain) return `www.${hostname}`;
  return hostname === `www.${domain}` ? domain : undefined;
}

function canonicalOf(probe: Probe): string | undefined {
  if (!probe.answered || !probe.isHtml) return undefined;
  const href = headLinkHref(probe.text, (link) => link.rel.includes('canonical'));
  return href === undefined ? undefined : parseUrl(href, probe.finalUrl)?.href;
}
