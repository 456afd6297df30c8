import { VERSION } from '../basics/version.ts';
import type { Log } from '../log.ts';
import { PROMPTS } from '../prompts/registry.ts';
import { RESOURCES } from '../resources/registry.ts';
import { PAID_TOOLS, TOOLS } from '../tools/registry.ts';
import { createSurface, type Surface } from '../transport/features/surface.ts';
import type { Engine } from './engine.ts';

/**
 * The MCP surface of an engine, the same for every transport.
 * @param openApi the OpenAPI description, as JSON data
 * @param paidScanUrl the URL that sells scans; undefined when scans are not sold
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
    tools: paidScanUrl === undefined ? TOOLS : [...TOOLS, ...PAID_TOOLS],
    resources: RESOURCES,
    prompts: PROMPTS,
    version: VERSION,
    websiteUrl: baseUrl,
    paidScanUrl,
  });
