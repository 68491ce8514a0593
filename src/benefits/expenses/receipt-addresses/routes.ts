import { createRouter } from '../../../foundation/http/router.ts';
import { answerCreated, answerDone, answerRecord } from '../../../foundation/http/write.ts';
import { createReceiptAddress, readReceiptAddress, removeReceiptAddress } from './actions.ts';
import {
	addressToWire,
	createReceiptAddressRoute,
	readReceiptAddressRoute,
	removeReceiptAddressRoute,
	withoutAddress,
} from './contract.ts';

export const receiptAddressRoutes = createRouter()
	.openapi(readReceiptAddressRoute, async (c) => {
		const { employeeId } = c.req.valid('param');
		return answerRecord(
			c,
			addressToWire(await readReceiptAddress(c.var.call, c.env.RECEIPTS_DOMAIN, employeeId)),
		);
	})
	.openapi(createReceiptAddressRoute, (c) => {
		const { employeeId } = c.req.valid('param');
		return answerCreated(
			c,
			(call) => createReceiptAddress(call, c.env.RECEIPTS_DOMAIN, employeeId),
			addressToWire,
			() => `/employees/${employeeId}/flex/receipt-address`,
			{ shownOnce: withoutAddress },
		);
	})
	.openapi(removeReceiptAddressRoute, (c) =>
		answerDone(c, (call) => removeReceiptAddress(call, c.req.valid('param').employeeId)),
	);
