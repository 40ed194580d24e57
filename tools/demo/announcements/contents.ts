import type { Inline, Mark, RichText, RichTextBlock } from '@portal/contract/rich-text'
import { hydrant, leak, usage } from './drawings.ts'

/** An announcement of the demo utility, as an administrator would have written it. */
export interface DemoAnnouncement {
  title: string
  content: RichText
  /** An image is drawn here, a video is on another site. Without either, it is the system pop-up. */
  drawing?: string
  video?: string
}

const text = (words: string, ...marks: Mark[]): Inline => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks }),
})
const link = (words: string, href: string): Inline => text(words, { type: 'link', attrs: { href } })
const bold = (words: string): Inline => text(words, { type: 'bold' })
const paragraph = (...content: Inline[]) => ({ type: 'paragraph', content }) as const
const heading = (words: string): RichTextBlock => ({ type: 'heading', attrs: { level: 2 }, content: [text(words)] })
const bullets = (...items: Inline[][]): RichTextBlock => ({
  type: 'bulletList',
  content: items.map((item) => ({ type: 'listItem', content: [paragraph(...item)] })),
})
const doc = (...content: RichTextBlock[]): RichText => ({ type: 'doc', content })

/** In the order of the slider. */
export const demoAnnouncements: readonly DemoAnnouncement[] = [
  {
    title: 'We are flushing water mains in the northern villages',
    drawing: hydrant,
    content: doc(
      paragraph(
        text('Crews open hydrants at night to clear sediment from the mains. The water is '),
        bold('safe to use'),
        text(', but it may look cloudy for an hour.'),
      ),
      heading('What you can do'),
      bullets(
        [text('Run a cold faucet until the water is clear.')],
        [text('Wait with white laundry until then.')],
        [text('Keep some drinking water in the fridge.')],
      ),
      paragraph(
        text('Still cloudy in the morning? Call '),
        link('671-555-0111', 'tel:671-555-0111'),
        text(', day and night.'),
      ),
    ),
  },
  {
    title: 'A silent leak can double your bill. Find it in ten minutes',
    drawing: leak,
    content: doc(
      paragraph(
        text('A silently running toilet can waste 200 gallons a day. Try these two tests. You don’t need tools.'),
      ),
      heading('The meter test'),
      paragraph(
        text(
          'Turn off every faucet, read the meter, wait 30 minutes and read it again. If the number changed, you have a leak.',
        ),
      ),
      heading('The dye test'),
      paragraph(
        text(
          'Put a few drops of food coloring into the toilet tank. If the bowl has color after 15 minutes, the flapper leaks.',
        ),
      ),
    ),
  },
  {
    title: 'See your water use month by month',
    drawing: usage,
    content: doc(
      paragraph(
        text(
          'With an online account, you see 12 months of water use and bills, your average, and every bill to print or save. To register, you need your ',
        ),
        bold('account number'),
        text(' and your '),
        bold('billing zip code'),
        text('.'),
      ),
    ),
  },
  {
    title: 'A video in an announcement',
    video: 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
    content: doc(
      paragraph(
        text(
          'Announcements can show videos from allowed sites. A video loads only when you select Play. This demonstration shows ',
        ),
        text('Big Buck Bunny', { type: 'italic' }),
        text(' by the Blender Foundation (CC BY 3.0).'),
      ),
    ),
  },
  {
    title: 'Beware of calls that claim to be from us',
    content: doc(
      paragraph(text('We never call to ask for your card number or password. We never text you a link to pay.')),
      paragraph(
        bold('Hang up'),
        text(' and call us at '),
        link('671-555-0100', 'tel:671-555-0100'),
        text(' if you are not sure.'),
      ),
    ),
  },
]
