import { readCalendar, readCalendarAddress } from '../../administration/overview/calendar/actions.ts';
import { toYearMonth } from '../../foundation/core/instant.ts';
import { nullIf, Refusal } from '../../foundation/core/refusals.ts';
import { CompanyName, chooseCompany } from '../company-choice.tsx';
import { type Context, companyIn, reachOf, type Screen } from '../env.ts';
import { titledPage, useReader, useWords } from '../page.tsx';
import { Note, Panel } from '../parts.tsx';
import { only, sentenceOf } from '../refusals.ts';
import { reading } from '../visit.ts';
import { Subscription, takeAddress } from './address.tsx';
import { CALENDAR, type CalendarRange, calendarAddress, placeAddress, placeIn, turned } from './place.ts';
import { EntryList, Months, NamesForm } from './views.tsx';
import { WORDS } from './words.ts';

/** The calendar of a company, and the secret address from which calendar programs read it. */
export const calendar: Screen = {
	links: [
		{
			path: '/calendar',
			group: 'daily',
			operation: 'readCalendar',
			title: (language) => WORDS[language].calendar,
		},
	],
	serve(app) {
		app.get('/calendar', showCalendar);
		takeAddress(app, showCalendar);
	},
};

async function showCalendar(c: Context): Promise<Response> {
	const { visitor, language } = c.var;
	const words = WORDS[language];
	const { calendar: title, noCompany: none } = words;
	const companyId = companyIn(c, 'readCalendar');
	if (companyId === null) {
		return chooseCompany(c, { operation: 'readCalendar', title, none, addressOf: calendarAddress });
	}
	const [call, place] = [reading(c), placeIn(c, companyId)];
	const mayHaveAddress = visitor !== undefined && reachOf(visitor, 'readCalendarAddress') !== null;
	const [found, address] = await Promise.all([
		readCalendar(call, companyId, place).catch(only('calendar_too_wide')),
		mayHaveAddress ? readCalendarAddress(call, companyId).catch(nullIf('not_found')) : null,
	]);
	const above = <CompanyName companyId={companyId} choice={CALENDAR} />;
	return titledPage(
		c,
		{ title, above, actions: <Views place={place} /> },
		<>
			{c.req.query('revoked') !== undefined && <Note mood="good">{words.revoked}</Note>}
			{c.req.query('replaced') !== undefined && <Note>{words.replaced}</Note>}
			<Turning place={place} />
			{found instanceof Refusal ? (
				<TooWide place={place} refusal={found} />
			) : place.view === 'list' ? (
				<EntryList place={place} entries={found} />
			) : (
				<Months place={place} entries={found} />
			)}
			{mayHaveAddress && <Subscription companyId={companyId} address={address} />}
		</>,
		found instanceof Refusal ? 409 : undefined,
	);
}

const TooWide = ({ place, refusal }: { place: CalendarRange; refusal: Refusal }) => (
	<>
		<Note mood="bad">
			<p>{sentenceOf(refusal, useReader().say)}</p>
		</Note>
		{place.view === 'list' && (
			<Panel>
				<NamesForm place={place} />
			</Panel>
		)}
	</>
);

function Views({ place }: { place: CalendarRange }) {
	const words = useWords(WORDS);
	return (['months', 'list'] as const).map((view) => (
		<a
			class="button"
			href={placeAddress({ ...place, view, isOneDay: false, showsNames: false })}
			aria-current={view === place.view ? 'true' : undefined}
		>
			{words[view]}
		</a>
	));
}

/** The days that are shown, and links to earlier and later ones. */
function Turning({ place }: { place: CalendarRange }) {
	const { say, words } = useReader(WORDS);
	const { from, to, isOneDay } = place;
	const [first = '', last = ''] = [from, to].map((at) => say.monthName(toYearMonth(at)));
	return (
		<div class="turning">
			<h2>{isOneDay ? say.day(from) : words.span(first, last)}</h2>
			<a href={placeAddress(turned(place, -1))} rel="prev">
				‹ {words.earlier}
			</a>
			<a href={placeAddress(turned(place, 1))} rel="next">
				{words.later} ›
			</a>
		</div>
	);
}
