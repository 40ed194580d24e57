// @vitest-environment node
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, test, vi } from 'vitest'
import { testStart } from '#testing/data.ts'
import { drawTable, drawTerms } from './blocks.ts'
import { makePdf } from './document.ts'
import { line } from './pen.ts'
import { misplaced, readLayout } from './testing/read-layout.ts'
import { readPdf } from './testing/read-pdf.ts'
import { loadFonts } from './worker.ts'

const web = fileURLToPath(new URL('../..', import.meta.url))

/** The names of the font files that were fetched beyond the usual two. */
let fetched: string[]
beforeEach(() => {
  fetched = []
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('/pdf/fonts/')) fetched.push(basename(url))
    return new Response(await readFile(url.startsWith('/@fs/') ? url.slice('/@fs'.length) : `${web}${url}`))
  })
  return () => vi.unstubAllGlobals()
})

async function fileWith(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return await makePdf({ title: 'Receipt', author: 'Water' }, await loadFonts(name), testStart.profile, (pen) => {
    line(pen, 'P', name, { size: 11 })
    drawTerms(pen, [{ term: 'Card holder name', value: name }])
    const column = { head: 'Place', x: 56, width: 200, align: 'left' } as const
    drawTable(pen, [column, { ...column, head: 'Name', x: 300, align: 'right' }], [[name, name]])
  })
}

const inter = ['Inter_400Regular.ttf', 'Inter_600SemiBold.ttf']
const noto = ['NotoSans_400Regular.ttf', 'NotoSans_600SemiBold.ttf']

test.each([
  ['Spanish', 'María Å. Šimić-Łukasz', []],
  ['Spanish, marks apart', 'Jose\u0301 Nin\u0303a', []],
  ['Chamorro', 'Taʼlosa Guåʻlu “Inalåhan” Sinajaña', []],
  ['a hyphen that does not break', 'Smith\u2011Jones\u2010Cruz', []],
  ['Filipino', 'Ang̃elo Piñán, walàng hanggâng', inter],
  ['Vietnamese', 'Nguyễn Thị Ánh Đặng', inter],
  ['Hawaiian and Marshallese', 'Kāne Ḷōṃṇak M̧ajeḷ N̄', inter],
  ['an alphabet with marks of its own', 'Ɓaɗu ŋ Ƴə ṣ ạ̀ ɛ̃', inter],
  ['rare marks', 'A\u0332n\u030Ba ꞌkase', [...inter, ...noto]],
  ['Cyrillic', 'Мария Щербакова-Ґудзь', inter],
  ['Greek', 'Μαρία Παπαδοπούλου Ἀλέξανδρος', inter],
])('a name in %s, %j, can be read from the file', async (_script, name, files) => {
  expect(await readName(name)).toBe(fileText(name))
  expect(fetched.toSorted()).toEqual(files)
})

test.each([
  ['Japanese', '山田 さくら 髙橋・辻 ｱｲ', /^biz-udpgothic-\d+-400-normal\.woff$/],
  ['Korean', '김철수 한국빌딩 뷁', /^nanum-gothic-\d+-400-normal\.woff$/],
  ['Chinese', '李小龍 王晓明 陳', /^noto-sans-sc-\d+-500-normal\.woff$/],
])(
  'a name in %s, %j, can be read from the file, and only the files of its letters are fetched',
  async (_, name, kind) => {
    expect(await readName(name)).toBe(fileText(name))
    expect(fetched.filter((file) => !kind.test(file))).toEqual([])
    expect(fetched.length).toBeGreaterThan(0)
    expect(fetched.length).toBeLessThan(10)
  },
)

test('a name in many scripts at once can be read from the file', async () => {
  const name = 'Taʼlosa Nguyễn Мария Μαρία 李小龍 김철수'
  expect(await readName(name)).toBe(fileText(name))
})

test.each([
  ['Ｍａｒｉａ', 'Maria'],
  ['Maria 🌺 Cruz', 'Maria □ Cruz'],
  ['👩‍👩‍👧', '□'],
  ['\u200EMaria\u200F', 'Maria'],
  ['“$80.53” – paid… ✓ →', '“$80.53” – paid… ✓ →'],
  ['Maria\tCruz', 'Maria Cruz'],
  ['𓀀 Maria', '□ Maria'],
])('%j, with letters that no typeface has, is drawn as %j', async (text, drawn) => {
  expect(await readName(text)).toBe(fileText(drawn))
})

test('a long text in other typefaces is broken between words, and between Chinese characters, inside its column', async () => {
  const file = await fileWith(`${'Nguyễn Thị Ánh '.repeat(9)}${'李小龍'.repeat(20)}${'Ж'.repeat(60)}`)
  const layout = await readLayout(file.slice())
  expect(misplaced(layout)).toEqual([])
  expect((await readPdf(file)).text.match(/Nguyễn/g)).toHaveLength(4 * 9)
})

/** What can be read of a name from the file, which has it in a paragraph, in a list and twice in a table. */
async function readName(name: string): Promise<string> {
  const { text } = await readPdf(await fileWith(name))
  return text.normalize('NFC')
}

function fileText(name: string): string {
  const shown = name.normalize('NFC')
  return `${shown} Card holder name ${shown} Place Name ${shown} ${shown}`
}
