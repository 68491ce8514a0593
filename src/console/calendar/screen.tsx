import { authorize } from '../../core/policy.ts';
import { Refusal } from '../../core/refusals.ts';
import {
	createCalendarAddress,
	readCalendar,
	readCalendarAddress,
	revokeCalendarAddress,
} from '../../overview/calendar/actions.ts';
import { chooseCompany, companyNamed } from '../company-choice.tsx';
import { type Context, companyIn, reachOf, type Screen } from '../env.ts';
import { page } from '../page.tsx';
import { askForProof } from '../sign-in/routes.ts';
import { changed, shownOnce } from '../submit.ts';
import { isTicked } from '../typed.ts';
import { reading, requireProof } from '../visit.ts';
import { AddressPage } from './address.tsx';
import { CalendarPage } from './page.tsx';
import { CALENDAR, placeIn } from './place.ts';
import { WORDS } from './words.ts';

/** The calendar of a company, and the secret address from which calendar programs read it. */
export const calendar: Screen = {
	links: [{ path: CALENDAR, title: { en: WORDS.en.calendar, de: WORDS.de.calendar } }],
	isFor: (visitor) => reachOf(visitor, 'readCalendar') !== null,
	serve(app) {
		app.get('/calendar', showCalendar);
		app.on('POST', '/calendar/address', requireProof(askForProof), makeAddress);
		app.post('/calendar/address/revoke', (c) => {
			const companyId = companyNamed(c, 'revokeCalendarAddress');
			const to = () => `${CALENDAR}?company=${companyId}&revoked`;
			return changed(c, { attempt: (call) => revokeCalendarAddress(call, companyId), to });
		});
	},
};

async function showCalendar(c: Context): Promise<Response> {
	const { calendar: title, noCompany: none } = WORDS[c.var.language];
	const companyId = companyIn(c, 'readCalendar');
	if (companyId === null) {
		const scope = authorize(c.var.call.actor, 'readCalendar');
		return chooseCompany(c, { scope, title, none, addressOf: (id) => `${CALENDAR}?company=${id}` });
	}
	const [call, place] = [reading(c), placeIn(c, companyId)];
	const [found, address] = await Promise.all([
		readCalendar(call, companyId, place).catch(only('calendar_too_wide')),
		readCalendarAddress(call, companyId).catch(only('not_found')),
	]);
	const content = (
		<CalendarPage place={place} found={found} address={address instanceof Refusal ? null : address} />
	);
	return page(c, { title }, content, found instanceof Refusal ? 409 : 200);
}

/** Returns a refusal of this kind as what was found; every other error goes on. */
const only =
	(code: Refusal['code']) =>
	(error: unknown): Refusal => {
		if (error instanceof Refusal && error.code === code) return error;
		throw error;
	};

function makeAddress(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'createCalendarAddress');
	const showsNames = isTicked(c.var.typed, 'names');
	return shownOnce(
		c,
		{
			attempt: (call) => createCalendarAddress(call, companyId, { showsNames }),
			to: `${CALENDAR}?company=${companyId}&replaced`,
		},
		({ secret }) =>
			page(
				c,
				{ title: WORDS[c.var.language].address },
				<AddressPage companyId={companyId} secret={secret ?? ''} />,
			),
	);
}
