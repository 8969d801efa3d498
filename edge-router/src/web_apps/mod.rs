//! Pages: files of the two web builds, held in memory, and `index.html` with the site's title,
//! colours and boot data inserted, so that a page never appears unbranded before its script runs.
//! Also the error pages of hosts without a web app.

mod accept;
mod archived;
mod boot;
mod build;
mod error_page;
mod files;
mod frames;
mod manifest;
mod page;
mod sharing;

pub(crate) use accept::{ContentCoding, accepted_codings};
pub(crate) use archived::{ArchivedFile, ArchivedFiles, broken_file, missing_file};
pub use build::WebAppsError;
pub(crate) use error_page::ErrorPage;
pub use frames::FramesError;
pub(crate) use sharing::Subject;

use crate::config::{EdgeConfig, Features};
use crate::problem::{METHOD_NOT_ALLOWED, NOT_FOUND};
use crate::resolve::SiteRef;
use axum::body::Body;
use boot::BootData;
use build::WebBuild;
use http::header::{ALLOW, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, Method, Request, Response};
use wire::assets::{ASSETS_PREFIX, is_hashed_name};

/// Both web builds, and the boot data of their pages.
#[derive(Debug)]
pub(crate) struct WebApps {
    main: WebBuild,
    brand: WebBuild,
    build: String,
    features: Features,
}

/// Returns whether the client displays pages, as browsers do on navigation.
pub(crate) fn takes_pages(headers: &HeaderMap) -> bool {
    accept::accepts_html(headers, false)
}

impl WebApps {
    pub fn load(config: &EdgeConfig) -> Result<Self, WebAppsError> {
        Ok(Self {
            main: WebBuild::load(&config.main_dist)?,
            brand: WebBuild::load(&config.brand_dist)?,
            build: config.build.clone(),
            features: config.features,
        })
    }

    /// Serves a path of a site's web build: a file, the page, or 404. `subject` determines the
    /// page's title and tags.
    pub fn serve_path(
        &self,
        site: &SiteRef<'_>,
        request: &Request<Body>,
        subject: &Subject,
    ) -> Response<Body> {
        if !is_reading(request.method()) {
            return refuse_method();
        }
        let build = self.build_of(site);
        let path = request.uri().path();
        let response = if path == manifest::PATH {
            manifest::manifest_response(site, |path| build.find_file(path).is_some())
        } else if let Some(file) = build.find_file(path) {
            files::file_response(file, path, request.headers())
        } else if !path.starts_with(ASSETS_PREFIX) && wants_page(path, request.headers()) {
            let paint = build.frames().first_paint(site, path, request.headers());
            page::render(build.template(), site, &self.boot_data(site), (subject, &paint))
        } else {
            NOT_FOUND.into_response()
        };
        without_body_on_head(request.method(), response)
    }

    /// Returns the name of a hashed file that the site's build does not have, so that it can only
    /// belong to another release.
    pub fn missing_asset<'r>(
        &self,
        site: &SiteRef<'_>,
        request: &'r Request<Body>,
    ) -> Option<&'r str> {
        let path = request.uri().path();
        let name = path.strip_prefix(ASSETS_PREFIX).filter(|name| is_hashed_name(name))?;
        let is_missing =
            is_reading(request.method()) && self.build_of(site).find_file(path).is_none();
        is_missing.then_some(name)
    }

    const fn build_of(&self, site: &SiteRef<'_>) -> &WebBuild {
        if site.portal_route().is_some() { &self.brand } else { &self.main }
    }

    /// Serves `GET /api/boot`: the boot data that the page also has inline.
    pub fn answer_boot(&self, site: &SiteRef<'_>, method: &Method) -> Response<Body> {
        if !is_reading(method) {
            return refuse_method();
        }
        let json = serde_json::to_vec(&self.boot_data(site)).unwrap_or_default();
        let mut response = Response::new(Body::from(json));
        let json_type = HeaderValue::from_static("application/json");
        response.headers_mut().insert(CONTENT_TYPE, json_type);
        without_body_on_head(method, response)
    }

    fn boot_data<'f>(&'f self, site: &SiteRef<'f>) -> BootData<'f> {
        BootData::new(site, &self.build, self.features)
    }
}

/// Returns the article id when the request is for a shared article's page.
pub(crate) fn shared_article(request: &Request<Body>) -> Option<String> {
    let path = request.uri().path();
    let is_page = is_reading(request.method()) && wants_page(path, request.headers());
    sharing::article_at(path).filter(|_| is_page).map(str::to_owned)
}

/// Returns whether a request without a matching file is a page navigation. A missing script or
/// image must stay missing and not turn into a page.
fn wants_page(path: &str, headers: &HeaderMap) -> bool {
    let looks_like_a_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    accept::accepts_html(headers, !looks_like_a_file)
}

fn is_reading(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}

fn refuse_method() -> Response<Body> {
    let mut response = METHOD_NOT_ALLOWED.into_response();
    response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
    response
}

fn without_body_on_head(method: &Method, response: Response<Body>) -> Response<Body> {
    if *method == Method::HEAD { response.map(|_| Body::empty()) } else { response }
}
