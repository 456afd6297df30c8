import type { Log } from '../log.ts';
import { PROMPTS } from '../prompts/registry.ts';
import { RESOURCES } from '../resources/registry.ts';
import { TOOLS } from '../tools/registry.ts';
import { createSurface, type Surface } from '../transport/features/surface.ts';
import { VERSION } from '../version.ts';
import type { Engine } from './engine.ts';

/**
 * What an engine shows over MCP, whatever the transport.
 * @param openApi the OpenAPI description, as JSON data
 * @param paidScanUrl where a scan can be paid for; undefined while none can
 */
export const mcpSurface = (
  { gate, library }: Pick<Engine, 'gate' | 'library'>,
  {
    baseUrl,
    openApi,
    paidScanUrl,
    log,
  }: { baseUrl: string; openApi: unknown; paidScanUrl?: string | undefined; log: Log },
): Surface =>
  createSurface({
    gate,
    library,
    openApi,
    log,
    tools: TOOLS,
    resources: RESOURCES,
    prompts: PROMPTS,
    version: VERSION,
    websiteUrl: baseUrl,
    paidScanUrl,
  });
