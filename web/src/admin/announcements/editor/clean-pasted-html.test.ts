import { describe, expect, test } from 'vitest'
import { cleanPastedHtml } from './clean-pasted-html.ts'

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
    ['<p>a<p>b', '<p>a</p><p>b</p>'],
  ])('%s is kept as %s', (html, clean) => {
    expect(cleanPastedHtml(html)).toBe(clean)
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
    expect(cleanPastedHtml(html).replaceAll(/&quot;|&gt;/g, '')).toBe('')
  })

  test.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'http://water.example',
    '/gwaadmin',
    '',
  ])('a link to %j becomes plain text', (href) => {
    expect(cleanPastedHtml(`<a href="${href}">words</a>`)).toBe('words')
  })
})
