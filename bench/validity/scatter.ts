/** One point of the picture: what agents achieve, and the score. */
export interface Point {
  readonly site: number;
  readonly name: string;
  /** That on the base is 1. */
  readonly success: number;
  readonly score: number;
}

const WIDTH = 720;
const HEIGHT = 420;
const MARGIN = { left: 56, right: 16, top: 16, bottom: 48 };
const MAX_SUCCESS = 1.15;
const COLOURS = ['#1a5fb4', '#c64600', '#26a269', '#813d9c'];

/** Score against success as an SVG; every point carries its name. */
export function scatterOf(points: readonly Point[], sites: readonly string[]): string {
  const x = (success: number) => round(MARGIN.left + (success / MAX_SUCCESS) * (WIDTH - MARGIN.left - MARGIN.right));
  const y = (score: number) => round(HEIGHT - MARGIN.bottom - (score / 100) * (HEIGHT - MARGIN.top - MARGIN.bottom));
  const colourOf = (site: number) => COLOURS[site % COLOURS.length] ?? '#000';
  const grid = [0, 25, 50, 75, 100].map(
    (score) =>
      `<line x1="${x(0)}" x2="${x(MAX_SUCCESS)}" y1="${y(score)}" y2="${y(score)}" stroke="#ccc"/><text x="${x(0) - 8}" y="${y(score) + 4}" text-anchor="end">${score}</text>`,
  );
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    (success) => `<text x="${x(success)}" y="${y(0) + 18}" text-anchor="middle">${success}</text>`,
  );
  const dots = points.map(
    ({ site, name, success, score }) =>
      `<circle cx="${x(Math.min(success, MAX_SUCCESS))}" cy="${y(score)}" r="4" fill="${colourOf(site)}" fill-opacity="0.55"><title>${name}: success ${success.toFixed(2)}, score ${score}</title></circle>`,
  );
  const legend = sites.map(
    (site, at) =>
      `<circle cx="${x(0) + 14}" cy="${y(100) + 14 + 18 * at}" r="4" fill="${colourOf(at)}"/><text x="${x(0) + 24}" y="${y(100) + 18 + 18 * at}">${site}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" role="img" aria-label="Score against success of agents">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...grid,
    ...ticks,
    `<text x="${x(MAX_SUCCESS / 2)}" y="${HEIGHT - 10}" text-anchor="middle">what agents can use, that on the base being 1</text>`,
    `<text x="14" y="${y(50)}" text-anchor="middle" transform="rotate(-90 14 ${y(50)})">score</text>`,
    ...dots,
    ...legend,
    '</svg>',
    '',
  ].join('\n');
}

const round = (value: number): number => Math.round(value * 10) / 10;
