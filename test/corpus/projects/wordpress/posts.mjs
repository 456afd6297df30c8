const p = (...texts) => texts.map((text) => `\t\t<p>${text}</p>`).join('\n');
const h = (text) => `\n\t\t<h2 class="wp-block-heading">${text}</h2>\n`;

export const posts = [
  {
    id: 318, slug: 'first-tomatoes-in-may', title: 'First tomatoes in May', category: 'Growing', tags: ['tomatoes', 'heating'], author: 'ruth',
    date: '2026-05-23T08:10:00+00:00', modified: '2026-05-24T19:02:00+00:00', image: '2026/05/tomatoes.jpg', alt: 'A handful of small red tomatoes on a newspaper',
    excerpt: 'Four tomatoes, on the 22nd of May, from plants that were sown on Boxing Day. Here is what it took.',
    html: `${p('Four tomatoes, on the 22nd of May, from plants that were sown on Boxing Day. They were small and tasted of tomato, which is more than the shop can say in August.')}${h('Sowing in the dark')}${p('There is too little light in December for anything to grow, so the seedlings spent five weeks under a lamp in the bathroom. Fourteen hours a day is enough. More makes them pale.', 'In February they moved into the greenhouse, into a bed over buried horse manure. It rots, it warms, and it costs nothing except friends.')}${h('What the heating cost')}
		<figure class="wp-block-table"><table><thead><tr><th>Month</th><th>Nights below 5 °C</th><th>Paraffin</th></tr></thead><tbody><tr><td>February</td><td>19</td><td>14 l</td></tr><tr><td>March</td><td>11</td><td>8 l</td></tr><tr><td>April</td><td>4</td><td>2 l</td></tr></tbody></table></figure>
${p('That makes six litres of paraffin for each tomato. I do not recommend it, and I will do it again.')}`,
  },
  {
    id: 297, slug: 'glass-or-plastic', title: 'Glass or plastic?', category: 'Building', tags: ['glass'], author: 'ruth',
    date: '2026-04-02T10:00:00+00:00', modified: '2026-04-02T10:00:00+00:00', image: '2026/04/panes.jpg', alt: 'Old panes leaning against a brick wall',
    excerpt: 'Twin-wall plastic keeps the heat better, glass keeps its looks. We weighed panes, prices and hail.',
    html: `${p('The old roof leaked in eleven places, so it had to go, and with it came the question everybody asks.')}${h('Heat')}${p('A pane of horticultural glass loses nearly twice as much heat as a sheet of twin-wall polycarbonate of ten millimetres. On a clear night in March the difference was three degrees at the height of the seedlings.')}${h('Light and age')}${p('New plastic lets through about as much light as glass. After twelve years it does not: ours had turned the colour of weak tea. Glass from 1931 is as clear as on its first day, provided that somebody washes it.')}${h('What we did')}${p('Plastic for the roof, where hail falls, and glass for the walls, where people look. Nobody has noticed the difference so far.')}`,
  },
  {
    id: 281, slug: 'slugs-under-the-board', title: 'Slugs under the board', category: 'Growing', tags: ['slugs', 'lettuce'], author: 'oskar',
    date: '2026-03-15T17:30:00+00:00', modified: '2026-03-20T07:45:00+00:00', image: '2026/03/board.jpg', alt: '',
    excerpt: 'A wet board on the path collects more slugs in a week than beer does in a month.',
    html: `${p('Put a board on the path in the evening, rough side down, and water it. Turn it over at breakfast. That is the whole method.')}
		<ul class="wp-block-list"><li>First morning: 31 slugs.</li><li>Second morning: 18.</li><li>End of the week: 4, and very small.</li></ul>
${p('What to do with them is between you and your conscience. Ours go to the far end of the allotments, where they meet the slugs of our neighbours.', 'Beer traps caught nine in the same week. It was not bad beer either.')}`,
  },
  {
    id: 262, slug: 'a-door-that-closes', title: 'A door that closes by itself', category: 'Building', tags: ['glass', 'tools'], author: 'oskar',
    date: '2026-02-08T12:00:00+00:00', modified: '2026-02-08T12:00:00+00:00', image: '2026/02/door.jpg', alt: 'A greenhouse door with a rope, a pulley and a brick',
    excerpt: 'One rope, one pulley and one brick keep the warm air in when hands are full.',
    html: `${p('Whoever carries two watering cans does not close a door. So the door has to do it.')}${h('Parts')}${p('A rope of three metres, a pulley from a clothes line, a brick. The brick hangs outside in a length of drainpipe, so that it does not swing.')}${h('The right weight')}${p('Start with half a brick. If the door bangs, drill a hole into the cap of the pipe, smaller than you think: the air in the pipe is the brake. Ours is four millimetres wide.')}`,
  },
  {
    id: 240, slug: 'sowing-calendar', title: 'Our sowing calendar', category: 'Growing', tags: ['tomatoes', 'lettuce'], author: 'ruth',
    date: '2026-01-05T09:00:00+00:00', modified: '2026-05-01T06:30:00+00:00', image: '2026/01/packets.jpg', alt: 'Seed packets sorted by month in a wooden box',
    excerpt: 'What we sow when, under glass and outside, corrected every year since 2014.',
    html: `${p('Dates are for a cold greenhouse in a valley with late frost. Add two weeks if yours is higher and take one away by the sea.')}
		<figure class="wp-block-table"><table><tbody><tr><td>January</td><td>onions, leeks</td></tr><tr><td>February</td><td>tomatoes, peppers, broad beans</td></tr><tr><td>March</td><td>lettuce, spinach, radishes</td></tr><tr><td>April</td><td>courgettes, basil</td></tr></tbody></table></figure>
${p('The box of packets is sorted by month and not by name, so nothing is forgotten. What is left in June goes to the neighbours.')}`,
  },
];

export const comments = {
  'first-tomatoes-in-may': [
    { by: 'Helen', date: '2026-05-23T18:20:00+00:00', text: 'Six litres! My husband says that he will never complain about my seed orders again.' },
    { by: 'J. Abara', date: '2026-05-25T06:02:00+00:00', text: 'Which variety was it? I tried Latah last year and had the first one in the second week of June.' },
  ],
  'slugs-under-the-board': [{ by: 'Your neighbour', date: '2026-03-16T21:00:00+00:00', text: 'I had wondered where they came from.' }],
};

export const pages = [
  { id: 2, slug: 'about', title: 'About', modified: '2025-11-30T10:00:00+00:00', html: `${p('We are Ruth and Oskar, and this is the diary of a greenhouse that stood behind a closed nursery until we bought it for one pound and the promise to take it away.', 'It has ninety-six panes, of which eighty-one are whole. Most posts are about tomatoes. Some are about the fifteen others.')}` },
  { id: 5, slug: 'privacy-policy', title: 'Privacy Policy', modified: '2025-11-30T10:00:00+00:00', html: `${p('When you leave a comment we keep your name, your mail address and what you wrote. The address is used to show an avatar, if you have one, and for nothing else.', 'Write to us and we delete a comment within a week. This site sets no cookies unless you ask it to remember your name.')}` },
];
