import { toYearMonth } from '../../core/instant.ts';
import { Refusal } from '../../core/refusals.ts';
import type { CalendarEntry } from '../../overview/calendar/rules.ts';
import type { CalendarAddress } from '../../overview/calendar/store.ts';
import { CompanyName } from '../company-choice.tsx';
import { Heading, useReader, useWords } from '../page.tsx';
import { Note } from '../parts.tsx';
import { sentenceOf } from '../refusals.ts';
import { Subscription } from './address.tsx';
import { List } from './list.tsx';
import { Months } from './months.tsx';
import { addressOf, CALENDAR, type Place, turned } from './place.ts';
import { WORDS } from './words.ts';

interface Props {
	place: Place;
	/** The entries, or why they are too many. */
	found: CalendarEntry[] | Refusal;
	address: CalendarAddress | null;
}

export function CalendarPage({ place, found, address }: Props) {
	const { c, say } = useReader();
	const words = useWords(WORDS);
	return (
		<>
			<Heading title={words.calendar} above={<CompanyName companyId={place.companyId} choice={CALENDAR} />}>
				<Views place={place} />
			</Heading>
			{c.req.query('revoked') !== undefined && <Note mood="good">{words.revoked}</Note>}
			{c.req.query('replaced') !== undefined && <Note>{words.replaced}</Note>}
			<Turning place={place} />
			{found instanceof Refusal ? (
				<Note mood="bad">
					<p>{sentenceOf(found, say)}</p>
				</Note>
			) : place.view === 'list' ? (
				<List place={place} entries={found} />
			) : (
				<Months place={place} entries={found} />
			)}
			<Subscription companyId={place.companyId} address={address} />
		</>
	);
}

function Views({ place }: { place: Place }) {
	const words = useWords(WORDS);
	return (['months', 'list'] as const).map((view) => (
		<a
			class="button"
			href={addressOf({ ...place, view, isOneDay: false, showsNames: false })}
			aria-current={view === place.view ? 'true' : undefined}
		>
			{words[view]}
		</a>
	));
}

/** The days that are shown, and the ways to earlier and later ones. */
function Turning({ place }: { place: Place }) {
	const { say } = useReader();
	const words = useWords(WORDS);
	const { from, to, isOneDay } = place;
	const [first = '', last = ''] = [from, to].map((at) => say.monthName(toYearMonth(at)));
	return (
		<div class="turning">
			<h2>{isOneDay ? say.day(from) : words.span(first, last)}</h2>
			<a href={addressOf(turned(place, -1))} rel="prev">
				‹ {words.earlier}
			</a>
			<a href={addressOf(turned(place, 1))} rel="next">
				{words.later} ›
			</a>
		</div>
	);
}
