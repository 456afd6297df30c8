import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ControlFacts } from '../../../../../src/scanner/parse/html/page-facts.ts';
import { assertQuick } from '../assert-quick.ts';
import { factsOf } from './facts-of.ts';

/** Faults that there are, by kind. */
function faultsOf(html: string): Partial<ControlFacts['faults']> {
  const { faults } = factsOf(html).controls;
  return Object.fromEntries(Object.entries(faults).filter(([, count]) => count > 0));
}

const NAMED: readonly (readonly [what: string, html: string])[] = [
  ['a button by its text', '<button>Save</button>'],
  ['a button by aria-label', '<button aria-label="Save"><svg></svg></button>'],
  ['a button by a title', '<button title="Save"></button>'],
  ['a button by an image', '<button><img src=a.png alt="Save"></button>'],
  ['a button by the title of a drawing', '<button><svg><title>Save</title><path/></svg></button>'],
  ['a button by a label inside it', '<button><span aria-label="Save"></span></button>'],
  ['a button by another element', '<h2 id=a>Save</h2><button aria-labelledby="a"></button>'],
  ['a button by one of two elements', '<h2 id=a>Save</h2><button aria-labelledby="gone a"></button>'],
  ['a button by what comes later', '<button aria-labelledby="a"></button><h2 id=a>Save</h2>'],
  ['a button by a custom element, which cannot be looked into', '<button><my-icon name=save></my-icon></button>'],
  ['a submit button by the browser', '<input type=submit><input type="RESET ">'],
  ['an input button by its value', '<input type=button value="Save">'],
  ['an image button by its alt', '<input type=image alt="Save" src=a.png>'],
  ['a field by the label around it', '<label>Name <input></label>'],
  ['a field by the text after it in its label', '<label><input type=checkbox> Agree</label>'],
  ['a field by a label for it', '<label for=a>Name</label><input id=a>'],
  ['a field by a later label', '<input id=a><label for=a>Name</label>'],
  ['a field by a hidden label', '<label for=a style="display:none">Name</label><input id=a>'],
  ['a field by its placeholder', '<input placeholder="Name"><textarea placeholder="Text"></textarea>'],
  ['a select by its label', '<label>Size <select><option>S</select></label>'],
  ['a link by its text', '<a href="/a">Start</a>'],
  ['a link by an image', '<a href="/a"><img alt="Start" src=a.png></a>'],
  ['a frame by its title', '<iframe src=/a title="Map"></iframe>'],
  ['a role of button', '<div role=button tabindex=0>Open</div>'],
  ['nested buttons', '<div role=button><div role=button>Open</div></div>'],
];
const IGNORED: readonly (readonly [what: string, html: string])[] = [
  ['the switch of a style sheet', '<input type=Checkbox id=menu><label for=menu><svg></svg></label>'],
  ['hidden fields', '<input type=hidden name=a>'],
  ['what is not shown', '<div hidden><button></button><a href=/a></a></div><button style="display: none"></button>'],
  ['what assistive technology does not see', '<a href=/a aria-hidden=true></a>'],
  ['targets of fragments', '<a name=a></a><a id=b></a>'],
  ['frames of no size', '<iframe src=/a width=0 height=0></iframe><iframe src=/b height="1"></iframe>'],
  ['templates and noscript', '<template><button></button></template><noscript><iframe src=/a></iframe></noscript>'],
  ['links of a drawing', '<svg><a href=/a><path/></a></svg>'],
  ['a tabindex of 0 or -1', '<div tabindex=0></div><div tabindex=-1></div>'],
  ['a viewport that can be zoomed', '<meta name=viewport content="width=device-width, maximum-scale=5">'],
  ['a largest zoom that browsers do not obey', '<meta name=viewport content="maximum-scale=-1">'],
];
const FAULTY: readonly (readonly [what: string, html: string, faults: Partial<ControlFacts['faults']>])[] = [
  ['a button of nothing', '<button></button>', { unnamedButtons: 1 }],
  ['a button of an icon', '<button><svg><path/></svg></button>', { unnamedButtons: 1 }],
  ['a button of an icon font', '<button><i class="fa fa-x"></i></button>', { unnamedButtons: 1 }],
  ['a button whose text is not told', '<button><span aria-hidden=true>x</span></button>', { unnamedButtons: 1 }],
  ['a button whose text is hidden', '<button><span hidden>x</span></button>', { unnamedButtons: 1 }],
  ['an image button without alt', '<input type=image src=a.png>', { unnamedButtons: 1 }],
  ['an input button without value', '<input type=button>', { unnamedButtons: 1 }],
  ['a role of button', '<div role=button></div>', { unnamedButtons: 1 }],
  ['a link that is a button', '<a href="#" role=button></a>', { unnamedButtons: 1 }],
  ['a checkbox without a label', '<input type=checkbox id=a>', { unnamedFields: 1 }],
  ['a checkbox that is sent', '<input type=checkbox id=a name=a><label for=a></label>', { unnamedFields: 1 }],
  ['a field with a label without text', '<input id=a><label for=a></label>', { unnamedFields: 1 }],
  ['a field of nothing', '<input><select></select><textarea></textarea>', { unnamedFields: 3 }],
  ['a field with an empty label', '<label for=a> </label><input id=a>', { unnamedFields: 1 }],
  ['a label for another', '<label for=b>Name</label><input id=a>', { unnamedFields: 1 }],
  ['text beside a field', '<p>Name</p><input>', { unnamedFields: 1 }],
  ['a link of nothing', '<a href=/a></a>', { unnamedLinks: 1 }],
  ['a link of an image without words', '<a href=/a><img src=a.png alt=""></a>', { unnamedLinks: 1 }],
  ['a frame without title', '<iframe src=/a></iframe>', { untitledFrames: 1 }],
  ['a tabindex above 0', '<a href=/a tabindex=1>a</a><div tabindex=5></div>', { positiveTabindexes: 2 }],
  ['a reference to nothing', '<section aria-labelledby="gone lost"></section>', { brokenReferences: 1 }],
  ['a name by nothing', '<input aria-labelledby=gone>', { unnamedFields: 1 }],
  ['a name beside a broken one', '<input aria-labelledby=gone aria-label=Name>', { brokenReferences: 1 }],
  ['no zoom', '<meta name=viewport content="width=device-width, user-scalable=no">', { zoomDisabled: 1 }],
  ['hardly any zoom', '<meta name=Viewport content="maximum-scale=1.9;initial-scale=1">', { zoomDisabled: 1 }],
];

describe('controlCollector', () => {
  for (const [what, html] of NAMED) {
    it(`names ${what}`, () => {
      assert.deepEqual(faultsOf(html), {});
      assert.ok(factsOf(html).controls.checked > 0);
    });
  }
  for (const [what, html] of IGNORED) {
    it(`leaves out ${what}`, () => assert.deepEqual([faultsOf(html), factsOf(html).controls.checked], [{}, 0]));
  }
  for (const [what, html, faults] of FAULTY) it(`finds ${what}`, () => assert.deepEqual(faultsOf(html), faults));

  it('counts each element once, and shows the first ones', () => {
    const html = '<a href=/a>a</a><a href=/b class=icon tabindex=3></a><button></button><div tabindex=2></div>';
    assert.deepEqual(factsOf(html).controls, {
      checked: 3,
      faults: {
        unnamedButtons: 1,
        unnamedFields: 0,
        unnamedLinks: 1,
        untitledFrames: 0,
        positiveTabindexes: 1,
        brokenReferences: 0,
        zoomDisabled: 0,
      },
      emptyNames: 0,
      examples: ['<a href="/b" class="icon">', '<div>', '<button>'],
    });
  });

  it('shows where a long value goes on', () => {
    const { examples } = factsOf(`<a href="${'x'.repeat(41)}"></a><a href="${'y'.repeat(40)}"></a>`).controls;
    assert.deepEqual(examples, [`<a href="${'x'.repeat(40)}...">`, `<a href="${'y'.repeat(40)}">`]);
  });

  it('is quick with buttons in buttons', () => {
    const html = '<div role=button>x'.repeat(30_000);
    assertQuick(() => factsOf(html));
  });
});

describe('controls whose name a script may fill in', () => {
  const rows: readonly (readonly [html: string, emptyNames: number])[] = [
    ['<button role=switch title></button>', 1],
    ['<button aria-label=" "></button><a href="/a" title=""></a>', 2],
    ['<button></button>', 0],
    ['<button title="">Theme</button>', 0],
  ];
  for (const [html, emptyNames] of rows) {
    it(html, () => assert.equal(factsOf(html).controls.emptyNames, emptyNames));
  }
});
