import type { LogFormat } from '../entry.ts';
import { ALB } from './alb.ts';
import { CADDY } from './caddy.ts';
import { CLF } from './clf.ts';
import { CLOUDFLARE } from './cloudflare.ts';
import { FASTLY } from './fastly.ts';
import { NGINX_JSON } from './nginx-json.ts';
import { createTemplate } from './template.ts';
import { TRAEFIK } from './traefik.ts';
import { VERCEL } from './vercel.ts';
import { createW3c } from './w3c.ts';

/**
 * The formats that a source may have, in the order in which they are tried. One that matched is tried first for the
 * next line, and a file may mix them.
 * @param template a `log_format`, which then is the only one
 */
export const formatsOf = (template?: string): LogFormat[] =>
  template === undefined
    ? [CLF, CADDY, TRAEFIK, CLOUDFLARE, FASTLY, VERCEL, NGINX_JSON, ALB, createW3c()]
    : [createTemplate(template)];

/** The servers and services whose logs are recognised, each once. */
export const LOG_WRITERS: readonly string[] = [...new Set(formatsOf().flatMap(({ writers }) => writers))];
