import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** The metrics of the service, in addition to those of its process. */
export function createInstruments(registry: Registry) {
  const registers = [registry];
  const requests = new Histogram({
    name: 'legible_http_request_seconds',
    help: 'Time until the response began, by transport, method and status.',
    labelNames: ['transport', 'method', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
    registers,
  });
  const refusals = new Counter({
    name: 'legible_quota_refusals_total',
    help: 'Calls refused by a limit, over all transports, by limit.',
    labelNames: ['limit'],
    registers,
  });
  const scans = new Counter({
    name: 'legible_scans_total',
    help: 'Runs of a scan by this process that ended, by outcome; broken_off is tried again.',
    labelNames: ['outcome'],
    registers,
  });
  const pages = new Counter({
    name: 'legible_pages_total',
    help: 'Pages fetched and checked by this process.',
    registers,
  });
  const running = new Gauge({ name: 'legible_scans_running', help: 'Scans this process runs now.', registers });
  const depth = new Gauge({
    name: 'legible_queue_jobs',
    help: 'Scans in the queue of all processes, by state.',
    labelNames: ['state'],
    registers,
  });
  const age = new Gauge({
    name: 'legible_queue_oldest_seconds',
    help: 'How long the scan that waits longest for its first run has waited; 0 when none waits.',
    registers,
  });
  const fetches = new Counter({
    name: 'legible_fetches_total',
    help: 'Requests of scans by this process, by how they ended: the class of the status, or why there was none.',
    labelNames: ['outcome'],
    registers,
  });
  const payments = new Counter({
    name: 'legible_payments_total',
    help: 'Payments for scans by the state that this process brought them into.',
    labelNames: ['state'],
    registers,
  });
  const unproven = new Counter({
    name: 'legible_payments_unproven_total',
    help: 'Paid results given without a proven transaction, by reason; the ledger marks the payments.',
    labelNames: ['reason'],
    registers,
  });
  return { requests, refusals, scans, pages, running, depth, age, fetches, payments, unproven };
}
