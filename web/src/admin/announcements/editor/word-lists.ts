/**
 * Word puts lists on the clipboard as paragraphs that begin with a typed bullet or number. While pasted HTML is cleaned,
 * such a paragraph is an element of this name, which nothing that is pasted can have…
 */
export const wordItem = 'word-item'
/** …and its bullet or number one of this name. */
export const wordMark = 'word-mark'

const items = new RegExp(`\\s*<${wordItem}>(.*?)</${wordItem}>`, 'gs')
const marks = new RegExp(`<${wordMark}>(.*?)</${wordMark}>`, 'gs')

/** Makes lists of the paragraphs that were items of lists in Word, all on one level. */
export function withWordLists(clean: string): string {
  return clean
    .replaceAll(items, (_paragraph, words: string) => listOf(words))
    .replaceAll(/<\/ul><ul data-word>|<\/ol><ol data-word[^>]*>/g, '')
    .replaceAll(' data-word', '')
    .replaceAll(marks, '$1')
}

/** A list of one item; neighbors are joined afterwards. */
function listOf(words: string): string {
  const mark = /^\s*\(?(\w+)[.)]/.exec([...words.matchAll(marks)].map(([, text]) => text).join(''))?.[1]
  const item = `<li>${words.replaceAll(marks, '').trim()}</li>`
  if (mark === undefined) return `<ul data-word>${item}</ul>`
  return `<ol data-word${/^\d{1,4}$/.test(mark) && mark !== '1' ? ` start="${mark}"` : ''}>${item}</ol>`
}
