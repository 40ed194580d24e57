import { faqTexts } from '@portal/contract/faq-texts'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { BackIcon } from '#ui/icons.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { faqSections } from './faq-sections.tsx'
import box from '#ui/page/card.module.css'
import classes from './faq-page.module.css'

/** `/faq` (C§2.9): four collapsible sections, the first one and the one in the address open, and a link back. */
export function FaqPage() {
  const { profile } = usePortalStart()
  return (
    <div className={classes.page}>
      <PageHeading title={faqTexts.title} />
      <p className={classes.lead}>Choose a topic to see its questions and answers.</p>
      <div className={classes.sections}>
        {faqSections(profile).map(({ id, title, topics }, index) => (
          <details
            key={id}
            id={id}
            className={`${box.box} ${classes.section}`}
            open={index === 0 || location.hash === `#${id}`}
          >
            <summary>
              <h2>{title}</h2>
            </summary>
            <div className={classes.topics}>
              {topics.map(({ question, answer }) => (
                <section key={question} className={classes.topic}>
                  <h3>{question}</h3>
                  {answer}
                </section>
              ))}
            </div>
          </details>
        ))}
      </div>
      <div className={classes.actions} data-no-print>
        <ButtonLink to={paths.home} look="secondary" icon={<BackIcon />}>
          {faqTexts.back}
        </ButtonLink>
      </div>
    </div>
  )
}
