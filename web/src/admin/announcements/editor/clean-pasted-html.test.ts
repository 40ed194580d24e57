import { describe, expect, test } from 'vitest'
import { type LeftOut, cleanPastedHtml } from './clean-pasted-html.ts'

function clean(html: string): string {
  return cleanPastedHtml(html, () => undefined)
}

describe('what is pasted', () => {
  test.each([
    ['<h2>Title</h2><p>One<br>two</p>', '<h2>Title</h2><p>One<br>two</p>'],
    [
      '<ul><li>One</li></ul><ol start="3"><li>Three</li></ol>',
      '<ul><li>One</li></ul><ol start="3"><li>Three</li></ol>',
    ],
    ['<b>a</b><i>b</i><del>c</del><ins>d</ins>', '<strong>a</strong><em>b</em><s>c</s><u>d</u>'],
    ['<a href="https://water.example" onclick="x()">a</a>', '<a href="https://water.example">a</a>'],
    ['1 &lt; 2 &amp; 3', '1 &lt; 2 &amp; 3'],
    ['<p style="text-align: center; color: red">a</p>', '<p data-align="center">a</p>'],
    ['<h3 data-level="1" data-pm-slice="1 1 []">a</h3>', '<h3 data-level="1" data-pm-slice="1 1 []">a</h3>'],
    ['<b style="font-weight:normal"><span style="font-weight:700">a</span>b</b>', '<strong>a</strong>b'],
    ['<span style="font-style:italic;text-decoration:underline">a</span>', '<em><u>a</u></em>'],
    ['<table><tr><td>a</td></tr><tr><td>b</td></tr></table>', '<div>a</div><div>b</div>'],
    ['<span style="text-decoration-line: line-through">a</span>', '<s>a</s>'],
    ['<p STYLE=" Font-Weight : 600 ">a</p>', '<p><strong>a</strong></p>'],
    ['<tr style="font-weight:900"><td>a</td></tr>', '<div><strong>a</strong></div>'],
    ['<a href="/x" style="font-weight:bold">a</a>', '<strong>a</strong>'],
    [
      '<a href="https://water.example/&quot;&gt;">a &gt; "b"</a>',
      '<a href="https://water.example/&quot;&gt;">a &gt; &quot;b&quot;</a>',
    ],
    ['<p>a</p><svg><g><text>x</text></g></svg><script>x</script><p>b</p>', '<p>a</p><p>b</p>'],
    ['<p>a<p>b', '<p>a</p><p>b</p>'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><th>c</th><td></td></tr></table>', '<div>a | b</div><div>c | </div>'],
  ])('%s is kept as %s', (html, kept) => {
    expect(clean(html)).toBe(kept)
  })

  test.each([
    '<img src=x onerror="alert(1)">',
    '<svg onload="alert(1)"><script>alert(1)</script><text>x</text></svg>',
    '<script>alert(1)</script>',
    '<style>body { display: none }</style>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<math><mtext><table><mglyph><style><img src=x onerror="alert(1)">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<base href="https://evil.example"><meta http-equiv="refresh" content="0">',
    '<input autofocus onfocus="alert(1)">',
    '<!-- <p>hidden</p> -->',
    '<object data="https://evil.example"></object><embed src="https://evil.example">',
  ])('%s is removed', (html) => {
    expect(clean(html).replaceAll(/&quot;|&gt;/g, '')).toBe('')
  })

  test.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'http://water.example',
    '/gwaadmin',
    '',
  ])('a link to %j becomes plain text', (href) => {
    expect(clean(`<a href="${href}">words</a>`)).toBe('words')
  })
})

describe('what the person loses by it is told', () => {
  test.each<[html: string, told: LeftOut[]]>([
    ['<a href="http://water.example">a</a><a href="/news">b</a>', ['links', 'links']],
    ['<a href="https://bank.example@evil.example">a</a>', ['links']],
    ['<img src="https://water.example/a.png"><svg><image href="a.png"/></svg>', ['images', 'images']],
    ['<iframe src="https://player.vimeo.com/video/1"></iframe><video><source></video>', ['frames', 'frames']],
    ['<table><tr><td>a</td><td>b</td></tr></table>', ['columns']],
    ['<math><mi>x</mi></math><textarea>a</textarea>', ['fields', 'fields']],
  ])('%s: %j', (html, told) => {
    const leftOut: LeftOut[] = []
    cleanPastedHtml(html, (what) => leftOut.push(what))
    expect(leftOut).toEqual(told)
  })

  test.each([
    '<p style="color: red; font-family: Arial" class="x" onclick="y()">a</p>',
    '<style>p { color: red }</style><script>x()</script><meta charset="utf-8"><!--[if gte mso 9]>x<![endif]-->',
    '<a name="_Toc1">a</a><a href="https://water.example">b</a><a href="mailto:a@water.example">c</a>',
    '<table><tr><td>a</td></tr></table><h5>b</h5><hr>',
  ])('%s: nothing', (html) => {
    const leftOut: LeftOut[] = []
    cleanPastedHtml(html, (what) => leftOut.push(what))
    expect(leftOut).toEqual([])
  })
})

describe('a list of Word', () => {
  const item = (mark: string, text: string, level = 1) =>
    `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]>` +
    `<span style='font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7pt "Times"'>&nbsp; </span>` +
    `</span></span><![endif]>${text}</p>\n`

  test.each([
    ['of bullets', item('·', 'One') + item('o', '<b>Two</b>', 2), '<ul><li>One</li><li><strong>Two</strong></li></ul>'],
    ['of numbers', item('1.', 'One') + item('2.', 'Two'), '<ol><li>One</li><li>Two</li></ol>'],
    ['that begins later', item('3)', 'Three') + item('4)', 'Four'), '<ol start="3"><li>Three</li><li>Four</li></ol>'],
    ['of letters', item('a.', 'One'), '<ol><li>One</li></ol>'],
    [
      'between words',
      `<p>Before</p>${item('·', 'One')}<p>After</p>`,
      '<p>Before</p><ul><li>One</li></ul>\n<p>After</p>',
    ],
    ['after another', item('·', 'One') + item('1.', 'Two'), '<ul><li>One</li></ul><ol><li>Two</li></ol>'],
  ])('%s stays a list', (_which, html, kept) => {
    expect(clean(html).trim()).toBe(kept)
  })
})
