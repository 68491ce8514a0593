import { inOrderOfCreation } from '../../../foundation/http/list-orders.ts';
import { wakeForMails } from '../../../foundation/http/mail.ts';
import { answerList } from '../../../foundation/http/pagination.ts';
import { createRouter } from '../../../foundation/http/router.ts';
import { answerChanged, answerCreated, answerRecord } from '../../../foundation/http/write.ts';
import { restoreAddress, type SinceAsked } from '../addresses/actions.ts';
import { restoreAddressRoute } from '../addresses/contract.ts';
import { admit, answerMailed, type GateOf } from '../bearer.ts';
import { askForIdentityChange } from '../releases/actions.ts';
import {
	agreeToIdentityChange,
	answerIdentityChange,
	cancelIdentityChange,
	confirmAddress,
	listIdentityChanges,
	readOwnIdentityChange,
	refuseIdentityChange,
	releaseIdentityChange,
	remindIdentityChange,
} from './actions.ts';
import {
	agreeToIdentityChangeRoute,
	answerIdentityChangeRoute,
	askForIdentityChangeRoute,
	cancelIdentityChangeRoute,
	confirmAddressRoute,
	listIdentityChangesRoute,
	readOwnIdentityChangeRoute,
	refuseIdentityChangeRoute,
	releaseIdentityChangeRoute,
	remindIdentityChangeRoute,
	toWire,
} from './contract.ts';

/** The links of mails about addresses, without a bearer token. */
export const addressLinkRoutes = (gateOf: GateOf, since: SinceAsked) =>
	createRouter()
		.openapi(confirmAddressRoute, async (c) => {
			const gate = await admit(c, gateOf, 'address ');
			const { mails, waitsFor } = await confirmAddress(gate, c.req.valid('json'));
			wakeForMails(c, mails);
			return c.json({ success: true as const, waitsFor }, 200);
		})
		.openapi(answerIdentityChangeRoute, async (c) => {
			const gate = await admit(c, gateOf, 'address ');
			const { mails, waitsFor } = await answerIdentityChange(gate, c.req.valid('json'));
			wakeForMails(c, mails);
			return c.json({ success: true as const, waitsFor }, 200);
		})
		.openapi(restoreAddressRoute, async (c) => {
			const gate = await admit(c, gateOf, 'address ');
			return answerMailed(c, await restoreAddress(gate, c.req.valid('json').token, since));
		});

export const identityChangesRoutes = createRouter()
	.openapi(listIdentityChangesRoute, (c) => {
		const { companyId } = c.req.valid('param');
		const { state, userId, ...page } = c.req.valid('query');
		const pages = inOrderOfCreation((after, limit) =>
			listIdentityChanges(c.var.call, companyId, { state, userId }, { after, limit }),
		);
		return answerList(c, page, pages, toWire);
	})
	.openapi(askForIdentityChangeRoute, (c) => {
		const [{ companyId }, asked] = [c.req.valid('param'), c.req.valid('json')];
		return answerCreated(
			c,
			(call) => askForIdentityChange(call, companyId, asked),
			toWire,
			({ id }) => `/companies/${companyId}/identity-changes/${id}`,
		);
	})
	.openapi(releaseIdentityChangeRoute, (c) => {
		const { companyId, changeId } = c.req.valid('param');
		return answerChanged(c, (call) => releaseIdentityChange(call, companyId, changeId), toWire);
	})
	.openapi(cancelIdentityChangeRoute, (c) => {
		const { companyId, changeId } = c.req.valid('param');
		return answerChanged(c, (call) => cancelIdentityChange(call, companyId, changeId), toWire);
	})
	.openapi(remindIdentityChangeRoute, (c) => {
		const { companyId, changeId } = c.req.valid('param');
		return answerChanged(c, (call) => remindIdentityChange(call, companyId, changeId), toWire);
	})
	.openapi(readOwnIdentityChangeRoute, async (c) =>
		answerRecord(c, toWire(await readOwnIdentityChange(c.var.call))),
	)
	.openapi(agreeToIdentityChangeRoute, (c) => {
		const proof = c.req.valid('json');
		return answerChanged(c, (call) => agreeToIdentityChange(call, proof), toWire);
	})
	.openapi(refuseIdentityChangeRoute, (c) => answerChanged(c, refuseIdentityChange, toWire));
