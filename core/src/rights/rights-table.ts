import * as audit from '../audit/audit.endpoints.ts'
import * as history from '../bookings/booking-history.endpoints.ts'
import * as bookings from '../bookings/bookings.endpoints.ts'
import { cancelBooking } from '../bookings/cancel-booking.endpoints.ts'
import * as series from '../bookings/series.endpoints.ts'
import * as addable from '../bookings/staff-addable-services.endpoints.ts'
import * as staffSlots from '../bookings/staff-slots.endpoints.ts'
import * as unusual from '../bookings/unusual-bookings.endpoints.ts'
import * as calendarFiles from '../calendar-files/calendar-files.endpoints.ts'
import * as calendars from '../calendars/calendars.endpoints.ts'
import * as changedHours from '../changed-hours/changed-hours.endpoints.ts'
import * as configuration from '../configuration/configuration.endpoints.ts'
import * as contactRequests from '../contact/contact-requests.endpoints.ts'
import type { Access, Endpoint } from '../contract/endpoint.ts'
import type { Role } from '../contract/role.ts'
import * as customers from '../customers/customers.endpoints.ts'
import * as dashboard from '../dashboard/dashboard.endpoints.ts'
import * as firstSteps from '../dashboard/first-steps.endpoints.ts'
import * as closures from '../days-off/closures.endpoints.ts'
import * as daysOff from '../days-off/days-off.endpoints.ts'
import * as domains from '../domains/domains.endpoints.ts'
import * as health from '../health-notes/health-notes.endpoints.ts'
import * as imports from '../imports/imports.endpoints.ts'
import * as notifications from '../notifications/notifications.endpoints.ts'
import * as push from '../notifications/push.endpoints.ts'
import * as privacy from '../privacy/privacy.endpoints.ts'
import * as reports from '../reports/reports.endpoints.ts'
import * as retention from '../retention/retention.endpoints.ts'
import * as secondFactor from '../second-factor/second-factor.endpoints.ts'
import * as services from '../services/managed-services.endpoints.ts'
import * as account from '../session/account.endpoints.ts'
import * as devices from '../session/devices.endpoints.ts'
import * as proof from '../session/proof.endpoints.ts'
import * as session from '../session/session.endpoints.ts'
import * as openings from '../special-openings/special-openings.endpoints.ts'
import * as texts from '../text-messages/text-messages.endpoints.ts'
import * as uploads from '../uploads/uploads.endpoints.ts'
import * as users from '../users/users.endpoints.ts'
import * as offers from '../waiting-list/offers.endpoints.ts'
import * as waitingList from '../waiting-list/waiting-list.endpoints.ts'
import * as roleRights from './rights.endpoints.ts'
import { type Right, rights } from './rights.ts'

/** The endpoints of each right: all of them need the same role. */
export const endpointsOfRights: Record<Right, Endpoint[]> = {
  bookings: [
    bookings.listBookings,
    bookings.listBookingEvents,
    bookings.readBooking,
    bookings.readCancelledBooking,
    history.readBookingHistory,
    series.readSeries,
    dashboard.readSummary,
    notifications.listNotifications,
    notifications.readNotification,
    notifications.readAllNotifications,
    notifications.streamNotifications,
    push.readPushSettings,
    push.updatePushCauses,
    push.addPushDevice,
    push.renewPushDevice,
    push.removePushDevice,
  ],
  booking_changes: [
    bookings.createBooking,
    bookings.updateBooking,
    bookings.rescheduleBooking,
    bookings.listSameHours,
    bookings.undoReschedule,
    bookings.silenceReschedule,
    bookings.adoptTelephone,
    bookings.setAttendance,
    series.planSeries,
    series.createSeries,
    series.updateSeries,
    customers.searchCustomers,
    customers.readBlock,
  ],
  cancellations: [bookings.deleteBooking, bookings.restoreBooking, series.deleteSeries, series.restoreSeries],
  waiting_list: [
    waitingList.listWaitingList,
    waitingList.listWaitingDays,
    waitingList.offerSlot,
    waitingList.removeFromWaitingList,
    waitingList.restoreToWaitingList,
  ],
  contacts: [customers.recordContactsRead],
  customers: [
    customers.listCustomers,
    customers.readCustomer,
    customers.listCustomerVisits,
    customers.listConsents,
    customers.createCustomer,
    customers.updateCustomer,
    customers.updateCustomerNotes,
    texts.readTextConsent,
    texts.updateTextConsent,
    privacy.readPreviousPrivacyText,
  ],
  contact_requests: [contactRequests.listContactRequests, contactRequests.answerContactRequest],
  health_notes: [
    health.readHealthSummary,
    health.eraseHealthData,
    health.recordHealthConsent,
    health.withdrawHealthConsent,
    health.listHealthNotes,
    health.createHealthNote,
    health.updateHealthNote,
    health.deleteHealthNote,
    health.listHealthDocuments,
    health.createHealthDocument,
    health.readHealthDocument,
    health.deleteHealthDocument,
  ],
  timetable: [
    services.listServices,
    addable.listStaffAddableServices,
    staffSlots.readService,
    calendars.listCalendars,
    calendars.listCalendarHours,
    daysOff.listDaysOff,
    daysOff.listClosureEvents,
    openings.listSpecialOpenings,
    changedHours.listChangedHours,
  ],
  account: [
    session.readUserInfo,
    roleRights.readOwnRights,
    session.logOut,
    proof.proveIdentity,
    proof.startPasskeyProof,
    account.updateProfile,
    account.updatePassword,
    account.uploadPhoto,
    uploads.uploadImage,
    uploads.readUpload,
    devices.listSessions,
    devices.endSession,
    devices.endOtherSessions,
    secondFactor.readSecondFactor,
    secondFactor.startTotp,
    secondFactor.confirmTotp,
    secondFactor.removeTotp,
    secondFactor.startPasskey,
    secondFactor.addPasskey,
    secondFactor.removePasskey,
    secondFactor.renewRecoveryCodes,
    calendarFiles.readCalendarFeed,
    calendarFiles.createCalendarFeed,
    calendarFiles.deleteCalendarFeed,
  ],
  timetable_changes: [
    services.createService,
    services.updateService,
    services.deleteService,
    services.restoreService,
    services.readServiceDeletionBlocker,
    uploads.uploadPicture,
    calendars.createCalendar,
    calendars.updateCalendar,
    calendars.deleteCalendar,
    calendars.restoreCalendar,
    calendars.readCalendarDeletionBlocker,
    openings.createSpecialOpening,
    openings.updateSpecialOpening,
    openings.deleteSpecialOpening,
    openings.restoreSpecialOpening,
    changedHours.listBookingsOutside,
    changedHours.createChangedHours,
    changedHours.updateChangedHours,
    changedHours.deleteChangedHours,
    changedHours.restoreChangedHours,
    daysOff.listClosedBookings,
    daysOff.createDayOff,
    daysOff.updateDayOff,
    daysOff.deleteDayOff,
    daysOff.restoreDayOff,
    closures.listBookingsOfTimes,
    closures.createClosures,
    closures.updateClosure,
    closures.deleteClosure,
    closures.restoreClosure,
    closures.restoreClosedBookings,
    closures.listHolidays,
    closures.changePatronDay,
  ],
  unusual_bookings: [unusual.listUnusualBookings, unusual.cancelUnusualBookings, unusual.restoreUnusualBookings],
  customer_changes: [customers.blockCustomer, customers.listDuplicates, customers.mergeCustomers],
  customer_export: [customers.exportCustomer],
  erasure: [
    customers.previewErasure,
    customers.eraseCustomer,
    customers.restrictCustomer,
    customers.listRestrictedCustomers,
    contactRequests.eraseContactRequest,
  ],
  reports: [reports.readReport],
  exports: [reports.exportBookings, reports.exportCustomers],
  imports: [
    imports.listImports,
    imports.createImport,
    imports.readImport,
    imports.checkImport,
    imports.startImport,
    imports.undoImport,
    imports.resumeImport,
    imports.deleteImport,
    imports.listImportLines,
    imports.exportRejectedLines,
  ],
  users: [
    users.listUsers,
    users.createUser,
    users.updateUser,
    users.deleteUser,
    users.restoreUser,
    users.inviteUser,
    users.appointAdministrator,
    users.readEmailConflict,
    secondFactor.readStaffSecondFactors,
    secondFactor.requireSecondFactor,
    secondFactor.resetSecondFactor,
    roleRights.readRights,
    roleRights.updateRights,
    health.readHealthNotesAccess,
    health.updateHealthNotesAccess,
  ],
  configuration: [
    configuration.updateConfiguration,
    configuration.uploadLogo,
    firstSteps.readFirstSteps,
    firstSteps.updateFirstSteps,
    privacy.readPrivacyText,
    privacy.updatePrivacyText,
    privacy.readProvider,
    retention.readRetention,
    texts.readTextSettings,
    texts.updateTextSettings,
    domains.listDomains,
    domains.addDomain,
    domains.verifyDomain,
    domains.chooseCanonicalDomain,
    domains.removeDomain,
  ],
  audit: [audit.listAuditEntries, audit.exportAuditEntries],
}

/** The calls that visitors make through a private link, with the right that a logged-in user needs for the same act. */
const rightsOfLinks: [Endpoint, Right][] = [
  [cancelBooking, 'cancellations'],
  [bookings.rescheduleVisit, 'booking_changes'],
  [offers.bookOffer, 'booking_changes'],
]

const rightOf = new Map([
  ...rights.flatMap((right) => endpointsOfRights[right].map((endpoint): [Endpoint, Right] => [endpoint, right])),
  ...rightsOfLinks,
])

/** The right that an endpoint of staff, or a call through a private link, belongs to. */
export const rightOfEndpoint = (endpoint: Endpoint): Right | undefined => rightOf.get(endpoint)

/** The lowest role that has a right, as its endpoints declare it. */
export const roleOfRight = (right: Right) => endpointsOfRights[right][0]!.access as Exclude<Access, 'visitor'> & Role
