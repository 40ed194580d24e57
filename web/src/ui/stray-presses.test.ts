import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ignoreStrayPresses } from './stray-presses.ts'

let pressed: string[] = []

beforeAll(() => ignoreStrayPresses())
// The next test file has the same document.
afterAll(() => {
  document.body.innerHTML = ''
})
beforeEach(() => {
  pressed = []
  document.body.innerHTML = `
    <p id="text">Words</p>
    <button id="verify"><b id="word">Verify</b></button>
    <button id="cancel">Cancel</button>
    <label id="label">Pay<input type="checkbox" id="tick" /></label>
    <a id="link" href="#elsewhere">Elsewhere</a>`
  for (const id of ['verify', 'cancel', 'link']) {
    document.getElementById(id)?.addEventListener('click', () => pressed.push(id))
  }
})

/**
 * @param detail which press of a double click this is; 0 for a key
 * @returns whether the browser does what the press is for, such as following a link
 */
function press(id: string, detail: number): boolean | undefined {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, detail })
  return document.getElementById(id)?.dispatchEvent(click)
}

test.each([
  ['another button that has taken its place', 'verify', 'cancel', ['verify'], false],
  ['a link that has taken its place', 'verify', 'link', ['verify'], false],
  ['a button where only words were', 'text', 'cancel', [], false],
  ['the same button', 'verify', 'verify', ['verify', 'verify'], true],
  ['another part of the same button', 'verify', 'word', ['verify', 'verify'], true],
])('the second press of a double click, on %s', (_, first, second, expected, isFollowed) => {
  expect([press(first, 1), press(second, 2)]).toEqual([true, isFollowed])
  expect(pressed).toEqual(expected)
})

test('two presses that are no double click both count, and so do keys', () => {
  press('verify', 1)
  press('cancel', 1)
  press('verify', 0)
  expect(pressed).toEqual(['verify', 'cancel', 'verify'])
})

test('a double click on a label ticks and unticks', () => {
  press('label', 1)
  expect(document.getElementById('tick')).toHaveProperty('checked', true)
  press('label', 2)
  expect(document.getElementById('tick')).toHaveProperty('checked', false)
})
