import { asList, isObject, textOf } from '../../parse/json/json.ts';
import type { JsonLdNode } from '../../parse/json/json-ld.ts';

/**
 * The type names of schema.org, from the vocabulary as published in schema-dts 2.1.0. A name that is not here is newer
 * than the list or no type of schema.org's.
 */

/** Things: each is expected to have a name (or a headline). */
const THINGS = `
  APIReference AboutPage Accommodation AccountingService AdministrativeArea AdultEntertainment
  AdvertiserContentArticle Airline Airport AmusementPark AnalysisNewsArticle AnatomicalStructure AnatomicalSystem
  AnimalShelter Apartment ApartmentComplex ApprovedIndication Aquarium ArchiveComponent ArchiveOrganization ArtGallery
  Artery Article AskPublicNewsArticle Atlas Attorney Audiology AutoBodyShop AutoDealer AutoPartsStore AutoRental
  AutoRepair AutoWash AutomatedTeller AutomotiveBusiness BackgroundNewsArticle Bakery BankAccount BankOrCreditUnion
  BarOrPub Beach BeautySalon BedAndBreakfast BikeStore BioChemEntity Blog BlogPosting BloodTest BoatTerminal BoatTrip
  BodyOfWater Bone Book BookStore BowlingAlley BrainStructure Brand Brewery Bridge BroadcastEvent BroadcastService
  BrokerageAccount BuddhistTemple BusOrCoach BusStation BusStop BusTrip BusinessEvent CableOrSatelliteService
  CafeOrCoffeeShop Campground CampingPitch Canal Car Casino CategoryCodeSet CatholicChurch Cemetery Certification
  Chapter CheckoutPage ChemicalSubstance ChildCare ChildrensEvent Church City CityHall CivicStructure ClothingStore
  Code Collection CollectionPage CollegeOrUniversity ComedyClub ComedyEvent ComicCoverArt ComicIssue ComicStory
  CommunityHealth CompleteDataFeed ComputerStore ConferenceEvent Consortium ContactPage Continent ConvenienceStore
  Cooperative Corporation Country Course CourseInstance Courthouse CoverArt CovidTestingFacility CreativeWork
  CreativeWorkSeason Credential CreditCard Crematorium CurrencyConversionService DDxElement DanceEvent DanceGroup
  DataCatalog DataFeed Dataset DaySpa DeclarationOfConformity DefenceEstablishment DefinedTerm DefinedTermSet
  DeliveryEvent Dentist DepartmentStore DepositAccount Dermatology DiagnosticLab DiagnosticProcedure Diet
  DietNutrition DietarySupplement DigitalDocument DigitalProductPassport DiscussionForumPosting Distillery
  DoseSchedule Drawing Drug DrugClass DrugCost DrugLegalStatus DrugStrength DryCleaningOrLaundry EducationEvent
  EducationalOccupationalCredential EducationalOccupationalProgram EducationalOrganization Electrician
  ElectronicsStore ElementarySchool EmailMessage Embassy Emergency EmergencyService EmploymentAgency
  EntertainmentBusiness EnvironmentalProductDeclaration Episode Event EventVenue ExerciseGym ExercisePlan
  ExhibitionEvent FAQPage FastFoodRestaurant Festival FinancialProduct FinancialService FireStation Flight Florist
  FoodEstablishment FoodEvent FoodService FundingAgency FundingScheme FurnitureStore Game GardenStore GasStation
  GatedResidenceCommunity Gene GeneralContractor Geriatric GolfCourse GovernmentBuilding GovernmentOffice
  GovernmentOrganization GovernmentService GroceryStore Guide Gynecologic HVACBusiness Hackathon HairSalon
  HardwareStore HealthAndBeautyBusiness HealthClub HealthTopicContent HighSchool HinduTemple HobbyShop
  HomeAndConstructionBusiness HomeGoodsStore Hospital Hostel Hotel HotelRoom House HousePainter HowTo HyperToc
  HyperTocEntry IceCreamShop ImageGallery ImagingTest IndividualPhysician IndividualProduct InfectiousDisease
  InsuranceAgency InternetCafe InvestmentFund InvestmentOrDeposit ItemPage JewelryStore Joint LakeBodyOfWater Landform
  LandmarksOrHistoricalBuildings LearningResource LegalService Legislation LegislativeBuilding Library LibrarySystem
  LifestyleModification Ligament LiquorStore LiteraryEvent LiveBlogPosting LoanOrCredit LocalBusiness
  Locksmith LodgingBusiness LymphaticVessel Manuscript Map MathSolver MaximumDoseSchedule MediaGallery MediaReviewItem
  MedicalBusiness MedicalCause MedicalClinic MedicalCondition MedicalConditionStage MedicalContraindication
  MedicalDevice MedicalEntity MedicalGuideline MedicalGuidelineContraindication MedicalGuidelineRecommendation
  MedicalIndication MedicalIntangible MedicalObservationalStudy MedicalOrganization MedicalProcedure
  MedicalRiskCalculator MedicalRiskEstimator MedicalRiskFactor MedicalRiskScore MedicalScholarlyArticle MedicalSign
  MedicalSignOrSymptom MedicalStudy MedicalSymptom MedicalTest MedicalTestPanel MedicalTherapy MedicalTrial
  MedicalWebPage MeetingRoom MensClothingStore Menu MenuItem MenuSection MiddleSchool Midwifery MobileApplication
  MobilePhoneStore MolecularEntity MortgageLoan Mosque Motel Motorcycle MotorcycleDealer MotorcycleRepair
  MotorizedBicycle Mountain Movie MovieClip MovieRentalStore MovieTheater MovingCompany Muscle Museum MusicAlbum
  MusicComposition MusicEvent MusicGroup MusicPlaylist MusicRecording MusicRelease MusicStore MusicVenue NGO NailSalon
  Nerve NewsArticle NewsMediaOrganization NightClub Notary NoteDigitalDocument Nursing Obstetric OccupationalTherapy
  OceanBodyOfWater OfficeEquipmentStore OnDemandEvent Oncologic OnlineBusiness OnlineMarketplace OnlineStore
  OperatingSystem Ophthalmology OpinionNewsArticle Optician Optometric Organization Otolaryngologic
  OutletStore Painting PalliativeProcedure Park ParkingFacility PathologyTest PawnShop PaymentCard PaymentService
  Pediatric PerformingArtsEvent PerformingArtsTheater PerformingGroup Person PetStore Pharmacy
  Photograph PhysicalActivity PhysicalTherapy Physician PhysiciansOffice Physiotherapy Place PlaceOfWorship
  PlasticSurgery Play Playground Plumber PodcastEpisode PodcastSeason Podiatric PoliceStation PoliticalParty Pond
  PostOffice Poster Preschool PresentationDigitalDocument PreventionIndication PrimaryCare Product ProductCollection
  ProductGroup ProductModel ProfessionalService ProfilePage Project PronounceableText Protein Psychiatric
  PsychologicalTreatment PublicHealth PublicSwimmingPool PublicToilet PublicationEvent PublicationIssue
  PublicationVolume QAPage Quiz RVPark RadiationTherapy RadioBroadcastService RadioClip RadioEpisode RadioSeason
  RadioStation RealEstateAgent RealEstateListing Recipe RecommendedDoseSchedule RecyclingCenter Report
  ReportageNewsArticle ReportedDoseSchedule ResearchOrganization ResearchProject Reservoir Residence Resort
  RespiratoryTherapy Restaurant RiverBodyOfWater RoofingContractor Room RuntimePlatform SaleEvent SatiricalArticle
  ScholarlyArticle School SchoolDistrict ScreeningEvent Sculpture SeaBodyOfWater SearchRescueOrganization
  SearchResultsPage Season SelfStorage SequentialArt Service SheetMusic ShoeStore ShoppingCenter ShortStory
  SingleFamilyResidence SkiResort SocialEvent SocialMediaPosting SoftwareApplication SoftwareSourceCode SomeProducts
  SpecialAnnouncement SportingGoodsStore SportsActivityLocation SportsClub SportsEvent SportsOrganization SportsTeam
  SpreadsheetDigitalDocument StadiumOrArena State Statement Store Substance SubwayStation Suite SuperficialAnatomy
  SurgicalProcedure Syllabus Synagogue TVClip TVEpisode TVSeason TattooParlor Taxi TaxiService TaxiStand Taxon
  TechArticle TelevisionStation TennisComplex TextDigitalDocument TheaterEvent TheaterGroup TherapeuticProcedure
  Thesis Thing Ticket TireShop TouristAttraction TouristDestination TouristInformationCenter TouristTrip ToyStore
  TrainStation TrainTrip TravelAgency TreatmentIndication Trip UserBlocks UserCheckins UserComments UserDownloads
  UserInteraction UserLikes UserPageVisits UserPlays UserPlusOnes UserTweets VacationRental Vehicle Vein Vessel
  VeterinaryCare VideoGallery VideoGame VideoGameClip VisualArtsEvent VisualArtwork VitalSign Volcano Waterfall WebAPI
  WebApplication WebContent WebPage WebSite WholesaleStore Winery WorkersUnion Zoo
`;

/** Parts, values, actions, media and opinions: they accompany a thing and seldom have a name. */
const PARTS = `
  3DModel AMRadioChannel AcceptAction AchieveAction Action ActionAccessSpecification ActionStatusType ActivateAction
  AddAction AdultOrientedEnumeration AggregateOffer AggregateRating AgreeAction AlignmentObject AllocateAction
  AmpStory Answer AppendAction ApplyAction ArriveAction AskAction AssessAction AssignAction Audience AudioObject
  AudioObjectSnapshot Audiobook AuthenticateAction AuthorizeAction Barcode BedDetails BedType BefriendAction
  BoardingPolicyType BoatReservation BodyMeasurementTypeEnumeration BookFormatType BookSeries BookmarkAction
  BorrowAction BreadcrumbList BroadcastChannel BroadcastFrequencySpecification BusReservation BusinessAudience
  BusinessEntityType BusinessFunction BuyAction CDCPMDRecord CancelAction CarUsageType CategoryCode
  CertificationStatusEnumeration CheckAction CheckInAction CheckOutAction ChooseAction Claim ClaimReview Class Clip
  ComicSeries Comment CommentAction CommunicateAction CompoundPriceSpecification ComputerLanguage ConfirmAction
  ConstraintNode ConsumeAction ContactPoint ContactPointOption ControlAction Conversation CookAction CorrectionComment
  CreateAction CreativeWorkSeries CriticReview DENonprofitType DataDownload DataFeedItem DatedMoneySpecification
  DayOfWeek DeactivateAction DefinedRegion DeleteAction DeliveryChargeSpecification DeliveryMethod
  DeliveryTimeSettings Demand DepartAction DigitalDocumentPermission DigitalDocumentPermissionType
  DigitalPlatformEnumeration DisagreeAction DiscoverAction DislikeAction DonateAction DownloadAction DrawAction
  DrinkAction DriveWheelConfigurationValue DrugCostCategory DrugPregnancyCategory DrugPrescriptionStatus
  EUEnergyEfficiencyEnumeration EatAction EducationalAudience EmployerAggregateRating EmployerReview EndorseAction
  EndorsementRating EnergyConsumptionDetails EnergyEfficiencyEnumeration EnergyStarEnergyEfficiencyEnumeration
  EngineSpecification EntryPoint Enumeration Error EventAttendanceModeEnumeration EventReservation EventSeries
  EventStatusType ExchangeRateSpecification ExerciseAction FMRadioChannel FilmAction FinancialIncentive FindAction
  FlightReservation FloorPlan FollowAction FoodEstablishmentReservation FulfillmentTypeEnumeration
  GameAvailabilityEnumeration GamePlayMode GameServer GameServerStatus GenderType GeoCircle GeoCoordinates GeoShape
  GeospatialGeometry GiveAction GovernmentBenefitsType GovernmentPermit Grant HealthAspectEnumeration
  HealthInsurancePlan HealthPlanCostSharingSpecification HealthPlanFormulary HealthPlanNetwork HowToDirection
  HowToItem HowToSection HowToStep HowToSupply HowToTip HowToTool IPTCDigitalSourceEnumeration ITNonprofitType
  IgnoreAction ImageObject ImageObjectSnapshot IncentiveQualifiedExpenseType IncentiveStatus IncentiveType
  InfectiousAgentClass InformAction InsertAction InstallAction InstantaneousEvent Intangible InteractAction
  InteractionCounter InviteAction Invoice ItemAvailability ItemList ItemListOrderType JobPosting JoinAction Language
  LeaveAction LegalForceStatus LegalValueLevel LegislationObject LendAction LikeAction ListItem ListenAction
  LocationFeatureSpecification LodgingReservation LoginAction LoseAction MapCategoryType MarryAction
  MeasurementMethodEnum MeasurementTypeEnumeration MediaEnumeration MediaManipulationRatingEnumeration MediaObject
  MediaReview MediaSubscription MedicalAudience MedicalAudienceType MedicalCode MedicalDevicePurpose
  MedicalEnumeration MedicalEvidenceLevel MedicalImagingTechnique MedicalObservationalStudyDesign MedicalProcedureType
  MedicalSpecialty MedicalStudyStatus MedicalTrialDesign MedicineSystem MemberProgram MemberProgramTier
  MerchantReturnEnumeration MerchantReturnPolicy MerchantReturnPolicySeasonalOverride Message MonetaryAmount
  MonetaryAmountDistribution MonetaryGrant MoneyTransfer MoveAction MovieSeries MusicAlbumProductionType
  MusicAlbumReleaseType MusicReleaseFormatType MusicVideoObject NLNonprofitType Newspaper NonprofitType
  NutritionInformation Observation Occupation OccupationalExperienceRequirements Offer OfferCatalog OfferForLease
  OfferForPurchase OfferItemCondition OfferShippingDetails OpeningHoursSpecification Order OrderAction OrderItem
  OrderStatus OrganizeAction OwnershipInfo PaintAction ParcelDelivery ParentAudience Patient PayAction
  PaymentChargeSpecification PaymentMethod PaymentMethodType PaymentStatusType PeopleAudience PerformAction Periodical
  Permit PhotographAction PhysicalActivityCategory PhysicalExam PlanAction PlayAction PlayGameAction PodcastSeries
  PostalAddress PostalCodeRangeSpecification PreOrderAction PrependAction PriceComponentTypeEnumeration
  PriceSpecification PriceTypeEnumeration ProductReturnEnumeration ProductReturnPolicy ProgramMembership Property
  PropertyValue PropertyValueSpecification PurchaseType QualitativeValue QuantitativeValue
  QuantitativeValueDistribution Question Quotation QuoteAction RadioChannel RadioSeries Rating ReactAction ReadAction
  ReceiveAction Recommendation RefundTypeEnumeration RegisterAction RejectAction RentAction RentalCarReservation
  RepaymentSpecification ReplaceAction ReplyAction Researcher Reservation ReservationPackage ReservationStatusType
  ReserveAction ResetPasswordAction RestrictedDiet ResumeAction ReturnAction ReturnFeesEnumeration
  ReturnLabelSourceEnumeration ReturnMethodEnumeration Review ReviewAction ReviewNewsArticle Role RsvpAction
  RsvpResponseType Schedule ScheduleAction SearchAction Seat SeekToAction SellAction SendAction Series ServiceChannel
  ServicePeriod ShareAction ShippingConditions ShippingDeliveryTime ShippingRateSettings ShippingService
  SiteNavigationElement SizeGroupEnumeration SizeSpecification SizeSystemEnumeration SolveMathAction
  SpeakableSpecification Specialty StatisticalPopulation StatisticalVariable StatusEnumeration SteeringPositionValue
  StructuredValue SubscribeAction SuspendAction TVSeries Table TakeAction TaxiReservation TelevisionChannel TextObject
  TieAction TierBenefitEnumeration TipAction TrackAction TradeAction TrainReservation TransferAction TravelAction
  TypeAndQuantityNode UKNonprofitType USNonprofitType UnRegisterAction UnitPriceSpecification UpdateAction UseAction
  UserReview VideoGameSeries VideoObject VideoObjectSnapshot ViewAction VirtualLocation VoteAction WPAdBlock WPFooter
  WPHeader WPSideBar WantAction WarrantyPromise WarrantyScope WatchAction WearAction
  WearableMeasurementTypeEnumeration WearableSizeGroupEnumeration WearableSizeSystemEnumeration WebPageElement
  WinAction WorkBasedProgram WriteAction
  EmployeeRole LinkRole OrganizationRole PerformanceRole
`;

const namesIn = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

const SCHEMA_ORG_THINGS = namesIn(THINGS);
const SCHEMA_ORG_PARTS = namesIn(PARTS);

type Properties = Readonly<Record<string, unknown>>;
/** The fields that a node should have and lacks, in trusted text. */
type Rule = (properties: Properties) => (string | false)[];

const ARTICLE: Rule = (properties) => ['headline', 'datePublished', 'author'].map((name) => lacks(properties, name));

/** What the types that agents ask for most must say (catalogue, P14). */
const RULES = new Map<string, Rule>([
  ['Article', ARTICLE],
  ['BlogPosting', ARTICLE],
  ['NewsArticle', ARTICLE],
  ['TechArticle', ARTICLE],
  ['Product', product],
  ['Organization', (properties) => ['name', 'url'].map((name) => lacks(properties, name))],
  ['WebSite', (properties) => ['name', 'url'].map((name) => lacks(properties, name))],
  ['SoftwareApplication', (properties) => ['name', 'applicationCategory'].map((name) => lacks(properties, name))],
  ['BreadcrumbList', breadcrumbs],
  ['FAQPage', faq],
]);

/** Fields that a node's types ask for and it does not have, each written as `Type.field`. */
export function missingFields({ types, properties }: JsonLdNode): string[] {
  return types.filter(isSchemaOrgType).flatMap((type) => {
    const rule = RULES.get(type) ?? (SCHEMA_ORG_THINGS.has(type) ? named : () => []);
    return rule(properties)
      .filter((field) => field !== false)
      .map((field) => `${type}.${field}`);
  });
}

export const isSchemaOrgType = (type: string): boolean => SCHEMA_ORG_THINGS.has(type) || SCHEMA_ORG_PARTS.has(type);

const isGiven = (value: unknown): boolean => asList(value).some((entry) => entry !== '' && entry !== null);

const lacks = (properties: Properties, name: string): string | false => !isGiven(properties[name]) && name;

function named(properties: Properties): (string | false)[] {
  return [!isGiven(properties.headline) && lacks(properties, 'name')];
}

function product(properties: Properties): (string | false)[] {
  const offers = asList(properties.offers).filter(isObject);
  const hasPrice = (offer: Properties): boolean =>
    isGiven(offer.price) ||
    isGiven(offer.lowPrice) ||
    // An aggregate may hold its offers, and an offer its price, one level down.
    [...asList(offer.offers), ...asList(offer.priceSpecification)].some(
      (inner) => isObject(inner) && isGiven(inner.price),
    );
  const hasCurrency = (offer: Properties): boolean =>
    isGiven(offer.priceCurrency) ||
    [...asList(offer.offers), ...asList(offer.priceSpecification)].some(
      (inner) => isObject(inner) && isGiven(inner.priceCurrency),
    );
  return [
    lacks(properties, 'name'),
    !offers.some(hasPrice) && 'offers.price',
    !offers.some(hasCurrency) && 'offers.priceCurrency',
  ];
}

/** Each entry needs a name, its own or its item's, and all but the last (the page itself) an item. */
function breadcrumbs(properties: Properties): (string | false)[] {
  const entries = asList(properties.itemListElement);
  if (entries.length === 0) return ['itemListElement'];
  const hasName = (entry: unknown): boolean =>
    isObject(entry) && (isGiven(entry.name) || asList(entry.item).some((item) => isObject(item) && isGiven(item.name)));
  const hasItem = (entry: unknown, index: number): boolean =>
    index === entries.length - 1 || (isObject(entry) && isGiven(entry.item));
  return [!entries.every(hasName) && 'itemListElement.name', !entries.every(hasItem) && 'itemListElement.item'];
}

function faq(properties: Properties): (string | false)[] {
  const questions = asList(properties.mainEntity).filter(isObject);
  if (questions.length === 0) return ['mainEntity'];
  return [
    !questions.every((question) => textOf(question.name) !== undefined) && 'mainEntity.name',
    !questions.every((question) => isGiven(question.acceptedAnswer)) && 'mainEntity.acceptedAnswer',
  ];
}
