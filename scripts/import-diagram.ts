import { drawnArrows, LEAVES, MAY_IMPORT } from './rooms.ts';

/** The import table of docs/architecture.md as Mermaid; an arrow from A to B says that A may import B. */
export function importDiagram(): string {
  const ids = new Map(Object.keys(MAY_IMPORT).map((room) => [room, room.replace(/\W/g, '_')]));
  const arrows = drawnArrows().map(([from, to]) => `  ${ids.get(from)} --> ${ids.get(to)}`);
  const isInside = (room: string) => room.startsWith('scanner/');
  const boxOf = (room: string) => `${ids.get(room)}["${room.replace('scanner/', '')}"]`;
  const rooms = [...ids.keys()];
  return [
    '```mermaid',
    'flowchart TD',
    ...rooms.filter((room) => !isInside(room)).map((room) => `  ${boxOf(room)}`),
    '  subgraph scanner',
    ...rooms.filter(isInside).map((room) => `    ${boxOf(room)}`),
    '  end',
    ...arrows,
    '```',
    '',
    `Every room may import the leaves: ${LEAVES.map((leaf) => `\`${leaf}\``).join(', ')}.`,
  ].join('\n');
}
