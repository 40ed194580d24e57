import type { FrontAnnouncement } from '@portal/contract/announcements'
import { announcementTexts } from '@portal/contract/announcements-texts'
import { useState } from 'react'
import { AnnouncementDetail, AnnouncementMedia } from '#account/announcements/announcement.tsx'
import { firstWords } from '#account/announcements/rich-text.tsx'
import { useAnnouncements } from '#account/announcements/use-announcements.ts'
import { TextButton, TryAgain } from '#ui/button/button.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import box from '#ui/page/card.module.css'
import classes from '../dashboard.module.css'
import own from './news.module.css'

/** News (C§2.5, R22): the visible announcements; Read More opens the whole of one. */
export function News() {
  const { announcements, tryAgain } = useAnnouncements()
  return (
    <div className={classes.page}>
      <PageHeading title={t('News')} />
      {announcements === null ? <Loading what={t('Loading the news')} /> : null}
      {announcements === 'failed' ? (
        <Notice tone="error" role="alert" title={t('We couldn’t load the news.')}>
          <div className={classes.actions}>
            <TryAgain onClick={tryAgain} />
          </div>
        </Notice>
      ) : null}
      {announcements !== null && announcements !== 'failed' ? <Items items={announcements.announceList} /> : null}
    </div>
  )
}

function Items({ items }: { readonly items: readonly FrontAnnouncement[] }) {
  const [opened, setOpened] = useState<FrontAnnouncement | null>(null)
  if (items.length === 0) return <p>{t('There’s no news right now.')}</p>
  return (
    <>
      <ul className={own.items}>
        {items.map((item, index) => (
          <li key={item.id} className={box.card}>
            <AnnouncementMedia announcement={item} sizes="(max-width: 47.9375em) 100vw, 540px" isFirst={index === 0} />
            <h2>{item.title}</h2>
            <p className={own.preview}>{firstWords(item.content)}</p>
            <TextButton onClick={() => setOpened(item)}>
              {t(announcementTexts.readMore)}
              <HiddenText>: {item.title}</HiddenText>
            </TextButton>
          </li>
        ))}
      </ul>
      <AnnouncementDetail announcement={opened} onClose={() => setOpened(null)} />
    </>
  )
}
