import { describe, expect, test } from 'vitest'
import { RichText, longestContent } from './announcements.ts'

const isTaken = (...content: unknown[]): boolean => RichText.safeParse({ type: 'doc', content }).success
const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, marks })
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const heading = (level: number) => ({ type: 'heading', attrs: { level }, content: [text('News')] })
const link = (href: string) => paragraph(text('here', { type: 'link', attrs: { href } }))
const list = (...content: object[]) => ({ type: 'bulletList', content: [{ type: 'listItem', content }] })
const numbered = (start: number) => ({ ...list(paragraph(text('One'))), type: 'orderedList', attrs: { start } })
const deep = list(paragraph(text('1')), list(paragraph(text('2')), list(paragraph(text('3')))))

describe('the content of an announcement takes what the tools of the editor make (A§5)', () => {
  test.each<[string, object]>([
    [
      'words in all four styles',
      paragraph(text('x', ...['bold', 'italic', 'underline', 'strike'].map((type) => ({ type })))),
    ],
    ...['left', 'center', 'right', 'justify'].map((side): [string, object] => [
      `a paragraph to the ${side}`,
      { type: 'paragraph', attrs: { textAlign: side } },
    ]),
    ...[1, 2, 3].map((level): [string, object] => [`a heading of level ${level}`, heading(level)]),
    ['a new line within a paragraph', paragraph(text('a'), { type: 'hardBreak' }, text('b'))],
    ['a list within a list within a list', deep],
    ['a list that is numbered as usual', { ...numbered(1), attrs: undefined }],
    ['a list that is numbered from 0', numbered(0)],
    ['a list that is numbered from 9999', numbered(9999)],
    ['a link of 2,000 characters', link(`https://water.example/${'x'.repeat(1978)}`)],
  ])('%s', (_, block) => {
    expect(isTaken(block)).toBe(true)
  })
})

describe('it does not take', () => {
  test.each([
    ['a heading of another level', heading(4)],
    ['another side', { type: 'paragraph', attrs: { textAlign: 'start' } }],
    ['an image', { type: 'image', attrs: { src: 'https://water.example/x.png' } }],
    ['a list without items', { type: 'bulletList', content: [] }],
    ['an item without a paragraph', list()],
    ['a list four lists deep', list(deep)],
    ['a list that is numbered from -1', numbered(-1)],
    ['a list that is numbered from 10000', numbered(10_000)],
    ['words that are none', paragraph(text(''))],
    ['a NUL character', paragraph(text('a\0b'))],
    ['half of a character', paragraph(text('\uD83C'))],
    ['more styles than there are', paragraph(text('x', ...Array.from({ length: 6 }, () => ({ type: 'bold' }))))],
    ['a link of more than 2,000 characters', link(`https://water.example/${'x'.repeat(1979)}`)],
    ['a link that runs something', link('javascript:alert(1)')],
  ])('%s', (_, block) => {
    expect(isTaken(block)).toBe(false)
  })

  test('more than 64,000 characters of JSON', () => {
    const room = longestContent - JSON.stringify({ type: 'doc', content: [paragraph(text(''))] }).length
    expect([longestContent, isTaken(paragraph(text('x'.repeat(room))))]).toEqual([64_000, true])
    expect(isTaken(paragraph(text('x'.repeat(room + 1))))).toBe(false)
  })
})
