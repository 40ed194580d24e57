import type { FrontAnnouncement } from '@portal/contract/announcements'
import { announcementTexts } from '@portal/contract/announcements-texts'
import { useEffect, useRef, useState } from 'react'
import { AnnouncementDetail, AnnouncementMedia } from '#account/announcements/announcement.tsx'
import type { Announcements } from '#account/announcements/fetch-announcements.ts'
import { firstWords } from '#account/announcements/rich-text.tsx'
import { TextButton, TryAgain } from '#ui/button/button.tsx'
import { ArrowIcon, BackIcon } from '#ui/icons.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { rich } from '#ui/text/rich.ts'
import { t } from '#ui/text/t.ts'
import classes from './announcements-section.module.css'

interface SectionProps {
  /** Null while they are being fetched. */
  readonly announcements: Announcements | 'failed' | null
  readonly tryAgain: () => void
}

/** C§2.2. The slider's space is reserved before it has loaded. */
export function AnnouncementsSection({ announcements, tryAgain }: SectionProps) {
  const [read, setRead] = useState<Announcements['announceList'][number] | null>(null)
  if (announcements !== null && announcements !== 'failed' && announcements.announceList.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby="announcements">
      <h2 id="announcements">{t('News and announcements')}</h2>
      {announcements === null ? <Waiting /> : null}
      {announcements === 'failed' ? (
        <div className={classes.failed} role="status">
          <p>{t('We couldn’t load the announcements.')}</p>
          <TryAgain onClick={tryAgain} />
        </div>
      ) : null}
      {announcements !== null && announcements !== 'failed' ? (
        <>
          <Slider announcements={announcements.announceList} onReadMore={setRead} />
          <AnnouncementDetail announcement={read} onClose={() => setRead(null)} />
        </>
      ) : null}
    </section>
  )
}

function Waiting() {
  return (
    <>
      <HiddenText role="status">{t('Loading announcements')}</HiddenText>
      <div className={classes.waiting} aria-hidden="true">
        <div />
        <div />
      </div>
    </>
  )
}

/** Other than the two buttons. */
const moves = ['pointerdown', 'wheel', 'keydown', 'focusin'] as const

/** Scrolling has stopped when nothing has moved for this long. */
const stillMilliseconds = 120

interface SliderProps {
  readonly announcements: readonly FrontAnnouncement[]
  readonly onReadMore: (announcement: FrontAnnouncement) => void
}

/** A list with scroll snapping (C§2.2), for fingers, wheels and keys. It never moves by itself (WCAG 2.2.2). */
function Slider({ announcements, onReadMore }: SliderProps) {
  const { list, current, show, onScroll } = useSlides()
  const count = announcements.length
  return (
    <div role="group" aria-roledescription="carousel" aria-labelledby="announcements" className={classes.slider}>
      <ul ref={list} className={classes.slides} onScroll={onScroll}>
        {announcements.map((announcement, index) => (
          <li key={announcement.id} className={classes.slide}>
            <AnnouncementMedia
              announcement={announcement}
              sizes="(max-width: 61.9375em) 100vw, 640px"
              isFirst={index === 0}
            />
            <div className={classes.words}>
              <h3>{announcement.title}</h3>
              <p className={classes.preview}>{firstWords(announcement.content)}</p>
              <TextButton onClick={() => onReadMore(announcement)}>
                {t(announcementTexts.readMore)}
                <HiddenText>: {announcement.title}</HiddenText>
              </TextButton>
            </div>
          </li>
        ))}
      </ul>
      {count > 1 ? (
        <div className={classes.controls}>
          <button
            type="button"
            aria-label={t('Previous announcement')}
            onClick={() => show((current + count - 1) % count)}
          >
            <BackIcon />
          </button>
          <p role="status">
            {rich('{announcement} {shown} of {count}', {
              announcement: <HiddenText>{t('Announcement')}</HiddenText>,
              shown: current + 1,
              count,
            })}
          </p>
          <button type="button" aria-label={t('Next announcement')} onClick={() => show((current + 1) % count)}>
            <ArrowIcon />
          </button>
        </div>
      ) : null}
    </div>
  )
}

function useSlides() {
  const list = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const still = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Only scrolling by hand is measured: after a press, slides that only pass by would count.
  const isMeasured = useRef(false)
  useEffect(() => {
    const { current: slides } = list
    const measure = () => {
      isMeasured.current = true
    }
    for (const move of moves) slides?.addEventListener(move, measure, { passive: true })
    return () => {
      for (const move of moves) slides?.removeEventListener(move, measure)
      clearTimeout(still.current)
    }
  }, [])
  const show = (index: number) => {
    isMeasured.current = false
    setCurrent(index)
    if (list.current) list.current.scrollLeft = index * list.current.clientWidth
  }
  const onScroll = () => {
    clearTimeout(still.current)
    still.current = setTimeout(() => {
      const { current: slides } = list
      if (isMeasured.current && slides && slides.clientWidth > 0)
        setCurrent(Math.round(slides.scrollLeft / slides.clientWidth))
    }, stillMilliseconds)
  }
  return { list, current, show, onScroll }
}
